import { isJsonObject, type JsonObject } from '../util/json.ts';
import type { Sequence } from './sequence.ts';
import { parseUrn, type Urn } from './urn.ts';

/** Who did something and when (epoch ms). */
export interface AuditStamp {
  readonly time: number;
  readonly actor: Urn;
}

/** Which ingestion run wrote an aspect version, and when; stored with each version. */
export interface SystemMetadata {
  readonly lastObserved: number;
  readonly runId: string;
  /** Run that wrote the value, if the run `runId` only repeated the same value. */
  readonly lastRunId?: string;
  readonly pipelineName?: string;
  readonly registryName?: string;
  readonly registryVersion?: string;
  readonly properties?: Readonly<Record<string, string>>;
  /** Number of writes that changed the aspect, starting at `1`; compared by conditional writes. */
  readonly version?: string;
  readonly schemaVersion?: number;
  readonly aspectCreated?: AuditStamp;
  readonly aspectModified?: AuditStamp;
}

/** Run id of a write without a run id; DataHub's constant. */
export const DEFAULT_RUN_ID = 'no-run-id-provided';

/** Audit stamp and system metadata that DataHub returns for an unknown write; also used to hide a write from a reader. */
export const UNKNOWN_WRITE: {
  readonly created: AuditStamp;
  readonly systemMetadata: SystemMetadata;
} = {
  created: { time: 0, actor: parseUrn('urn:li:corpuser:unknown') },
  systemMetadata: { lastObserved: 0, runId: DEFAULT_RUN_ID },
};

/**
 * System metadata of the version that a write creates. `before` is that of the previous version, `observed` what the
 * client sent.
 */
export function nextMetadata(
  before: SystemMetadata | undefined,
  observed: SystemMetadata,
  stamp: AuditStamp,
): SystemMetadata {
  // The store tracks the last run itself and does not trust the client's value.
  const { lastRunId: _, ...written } = observed;
  return {
    ...written,
    version: String(Number(before?.version ?? 0) + 1),
    aspectCreated: before?.aspectCreated ?? stamp,
    aspectModified: stamp,
  };
}

/** Identifies one aspect of one entity: the unit of write. */
export interface AspectKey {
  readonly urn: Urn;
  readonly aspectName: string;
}

/** One version of an aspect, stored or derived from the urn. */
export class Aspect implements AspectKey {
  readonly urn: Urn;
  readonly aspectName: string;
  /** Canonical JSON text, see `canonicalAspect`. */
  readonly text: string;
  readonly systemMetadata: SystemMetadata;
  readonly created: AuditStamp;
  /** Commit that wrote this version; 0 for an aspect derived from the urn. */
  readonly sequence: Sequence;
  #value: JsonObject | undefined;

  /** `value`: the parsed text, if the caller already has it. */
  constructor(row: Omit<Aspect, 'value'>, value?: JsonObject) {
    this.#value = value;
    this.urn = row.urn;
    this.aspectName = row.aspectName;
    this.text = row.text;
    this.systemMetadata = row.systemMetadata;
    this.created = row.created;
    this.sequence = row.sequence;
  }

  /** Parsed text; parsed lazily and cached. */
  get value(): JsonObject {
    if (this.#value === undefined) {
      const parsed: unknown = JSON.parse(this.text);
      if (!isJsonObject(parsed))
        throw new Error(`Stored aspect ${this.aspectName} of ${this.urn} is not a JSON object.`);
      this.#value = parsed;
    }
    return this.#value;
  }
}

/** Copy of a version with another text, for example filtered for a reader. */
export function withText(aspect: Aspect, text: string): Aspect {
  const { urn, aspectName, systemMetadata, created, sequence } = aspect;
  return new Aspect({ urn, aspectName, text, systemMetadata, created, sequence });
}

/** Aspects of one entity by aspect name. */
export type EntityAspects = ReadonlyMap<string, Aspect>;
