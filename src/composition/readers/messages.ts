import type { AuditRecord } from '../../auth/audit/audit-log.ts';
import type { Config } from '../../config/options.ts';
import type { RequestOrigin } from '../../model/access/audit-event.ts';
import type { Urn } from '../../model/urn.ts';
import type { IndexImage, SegmentImage } from '../../search/index-image.ts';
import type { MainThreadAddress } from '../../api/http/threads/forward.ts';
import type { MessagePort } from 'node:worker_threads';

/** Start data of a reading thread. */
export interface ReaderStart {
  readonly config: Config;
  /** Addresses on which it listens, together with the main thread. */
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

/** A segment of an image; has its buffer only if the last image did not have the segment. */
export type SentSegment = Omit<SegmentImage, 'buffer'> & Partial<Pick<SegmentImage, 'buffer'>>;

/** An image for a thread that has the previous one. */
export type SentImage = Omit<IndexImage, 'segments'> & { readonly segments: readonly SentSegment[] };

/** The metrics of one thread, in the form of prom-client. */
export type ThreadMetrics = readonly object[];

/** From the main thread to a reader. `ask` is the number of a question, repeated in its answer. */
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
