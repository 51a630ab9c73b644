import type { JsonObject } from '../util/json.ts';
import { isJsonObject } from '../util/json.ts';
import type { Sequence } from './sequence.ts';
import { parseUrn } from './urn.ts';
import type { Urn } from './urn.ts';

/** Who did something and when (epoch ms). */
export interface AuditStamp {
  readonly time: number;
  readonly actor: Urn;
}

/** What is known of the ingestion run that wrote an aspect; kept with each version of it. */
export interface SystemMetadata {
  readonly lastObserved: number;
  readonly runId: string;
  /** The run that wrote the value, when `runId` only wrote the same value again. */
  readonly lastRunId?: string;
  readonly pipelineName?: string;
  readonly registryName?: string;
  readonly registryVersion?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Counts the writes that changed the aspect, from `1`; what conditional writes compare. */
  readonly version?: string;
  readonly schemaVersion?: number;
  readonly aspectCreated?: AuditStamp;
  readonly aspectModified?: AuditStamp;
}

/** Run id of a write that names no run. */
export const DEFAULT_RUN_ID = 'no-run-id-provided';

/** What DataHub tells of a write of which nothing is known; also of one of which nothing may be told. */
export const UNTOLD_WRITE: {
  readonly created: AuditStamp;
  readonly systemMetadata: SystemMetadata;
} = {
  created: { time: 0, actor: parseUrn('urn:li:corpuser:unknown') },
  systemMetadata: { lastObserved: 0, runId: DEFAULT_RUN_ID },
};

/** The metadata of the version that follows a write; `observed` is what the write says of itself. */
export function nextMetadata(
  before: SystemMetadata | undefined,
  observed: SystemMetadata,
  stamp: AuditStamp,
): SystemMetadata {
  // What clients say of earlier runs is a guess; the store knows.
  const { lastRunId: _, ...written } = observed;
  return {
    ...written,
    version: String(Number(before?.version ?? 0) + 1),
    aspectCreated: before?.aspectCreated ?? stamp,
    aspectModified: stamp,
  };
}

/** Name and owner of an aspect: the address of the unit of writing. */
export interface AspectKey {
  readonly urn: Urn;
  readonly aspectName: string;
}

/** One version of an aspect as it was written, or as it is derived from the urn. */
export class Aspect implements AspectKey {
  readonly urn: Urn;
  readonly aspectName: string;
  /** Canonical JSON text: exactly the members that were sent, doubles with a decimal point. */
  readonly text: string;
  readonly systemMetadata: SystemMetadata;
  readonly created: AuditStamp;
  /** Commit that wrote this version; 0 for an aspect that is derived from the urn. */
  readonly sequence: Sequence;
  #value: JsonObject | undefined;

  constructor(row: Omit<Aspect, 'value'>) {
    this.urn = row.urn;
    this.aspectName = row.aspectName;
    this.text = row.text;
    this.systemMetadata = row.systemMetadata;
    this.created = row.created;
    this.sequence = row.sequence;
  }

  /** The parsed text; parsed once, when first asked for. */
  get value(): JsonObject {
    if (this.#value === undefined) {
      const parsed: unknown = JSON.parse(this.text);
      if (!isJsonObject(parsed))
        throw new Error(`Stored aspect ${this.aspectName} of ${this.urn} is no object.`);
      this.#value = parsed;
    }
    return this.#value;
  }
}

/** The same version with another text: as somebody sees it who may not see all of it. */
export function withText(aspect: Aspect, text: string): Aspect {
  const { urn, aspectName, systemMetadata, created, sequence } = aspect;
  return new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
}

/** Aspects of one entity by aspect name. */
export type EntityAspects = ReadonlyMap<string, Aspect>;
