import type { AuditRecord } from '../../auth/audit/audit-log.ts';
import type { Config } from '../../config/options.ts';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { Urn } from '../../model/urn.ts';
import type { IndexImage, SegmentImage } from '../../search/index-image.ts';
import type { MainThreadAddress } from '../../api/http/threads/forward.ts';
import type { MessagePort } from 'node:worker_threads';

/** What a reading thread is started with. */
export interface ReaderStart {
  readonly config: Config;
  /** Where it listens, together with the main thread. */
  readonly addresses: readonly { readonly address: string; readonly port: number }[];
  readonly main: MainThreadAddress;
  readonly port: MessagePort;
  readonly progress: SharedArrayBuffer;
  /** Its number among the readers, from 0. */
  readonly reader: number;
  readonly actorBuckets: SharedArrayBuffer | undefined;
  /** Connections of each thread, the main one first. */
  readonly connections: SharedArrayBuffer;
  /** Tokens of the process: ids and actors. */
  readonly tokens: readonly (readonly [string, Urn])[];
  readonly image: IndexImage;
}

/** A segment of an image; the buffer only if the last image did not have it. */
export type SentSegment = Omit<SegmentImage, 'buffer'> & Partial<Pick<SegmentImage, 'buffer'>>;

/** An image for a thread that has the one before it. */
export type SentImage = Omit<IndexImage, 'segments'> & { readonly segments: readonly SentSegment[] };

/** The metrics of one thread, in the form of prom-client. */
export type ThreadMetrics = readonly object[];

/** From the main thread to a reader. `ask` numbers questions, and names them in answers. */
export type ToReader =
  | { readonly kind: 'image'; readonly image: SentImage; readonly changes: number }
  | { readonly kind: 'token'; readonly id: string; readonly actor: Urn }
  | { readonly kind: 'metrics'; readonly ask: number }
  | { readonly kind: 'kept'; readonly ask: number; readonly opening: number; readonly number: number }
  | { readonly kind: 'lent'; readonly ask: number; readonly image: IndexImage | undefined }
  | { readonly kind: 'stop' };

/** From a reader to the main thread. */
export type ToMain =
  | { readonly kind: 'listening' }
  | { readonly kind: 'wantsImage' }
  | { readonly kind: 'metrics'; readonly ask: number; readonly metrics: ThreadMetrics }
  | { readonly kind: 'kept'; readonly ask: number; readonly image: IndexImage | undefined }
  | { readonly kind: 'borrow'; readonly ask: number; readonly opening: number; readonly number: number }
  | { readonly kind: 'audit'; readonly record: AuditRecord; readonly origin: RequestOrigin | undefined }
  | { readonly kind: 'used'; readonly ids: readonly string[] };
