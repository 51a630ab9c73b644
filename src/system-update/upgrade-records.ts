import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Urn } from '../model/urn.ts';
import { formatUrn } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/** How the last run of an upgrade ended; the words are DataHub's. */
export type UpgradeState = 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** What is on record of an upgrade. */
export interface UpgradeRecord {
  /** Version of the program that ran it. */
  readonly version: string | undefined;
  readonly state: UpgradeState | undefined;
}

/** What records are made with. */
export interface UpgradeRecordParts {
  readonly store: MetadataStore;
  readonly change: Pick<MetadataChange, 'ingest'>;
  /** Who the records are from. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  readonly version: string;
}

const REQUEST_ASPECT = 'dataHubUpgradeRequest';
const RESULT_ASPECT = 'dataHubUpgradeResult';
const STATES: readonly UpgradeState[] = ['IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'ABORTED'];

/** Keeps record of upgrades as DataHub does: an entity each, with the last request and the last result. */
export class UpgradeRecords {
  readonly #parts: UpgradeRecordParts;

  constructor(parts: UpgradeRecordParts) {
    this.#parts = parts;
  }

  /** The record of an upgrade; empty when it never ran. */
  async read(id: string): Promise<UpgradeRecord> {
    const urn = urnOf(id);
    const aspectNames = [REQUEST_ASPECT, RESULT_ASPECT];
    const found = await this.#parts.store.reader.entities([urn], aspectNames, EVERYTHING);
    const aspects = found.get(urn)?.aspects;
    const version = aspects?.get(REQUEST_ASPECT)?.value['version'];
    const state = aspects?.get(RESULT_ASPECT)?.value['state'];
    return {
      version: typeof version === 'string' ? version : undefined,
      state: STATES.find((known) => known === state),
    };
  }

  /** Records that an upgrade of this version begins. */
  async begin(id: string): Promise<void> {
    await this.#write([this.#request(id), this.#result(id, 'IN_PROGRESS', {})]);
  }

  /** Records how an upgrade that had begun has ended. */
  async end(id: string, state: UpgradeState, result: JsonObject): Promise<void> {
    await this.#write([this.#result(id, state, result)]);
  }

  /** Records at once that an upgrade of this version has begun and succeeded. */
  async complete(id: string, result: JsonObject = {}): Promise<void> {
    await this.#write([this.#request(id), this.#result(id, 'SUCCEEDED', result)]);
  }

  #request(id: string): MetadataChangeProposal {
    const { now, version } = this.#parts;
    return upsert(id, REQUEST_ASPECT, { timestampMs: now(), version });
  }

  #result(id: string, state: UpgradeState, result: JsonObject): MetadataChangeProposal {
    const texts: Record<string, string> = {};
    for (const [name, value] of Object.entries(result)) texts[name] = textOf(value);
    return upsert(id, RESULT_ASPECT, { state, timestampMs: this.#parts.now(), result: texts });
  }

  async #write(proposals: readonly MetadataChangeProposal[]): Promise<void> {
    await this.#parts.change.ingest(this.#parts.actor, proposals);
  }
}

function urnOf(id: string): Urn {
  return formatUrn('dataHubUpgrade', id);
}

function upsert(id: string, aspectName: string, value: JsonObject): MetadataChangeProposal {
  return { urn: urnOf(id), aspectName, changeType: 'UPSERT', value };
}

/** Results are maps of texts; of a list only its length is worth keeping. */
function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
