import type { MetadataChange } from '../change/metadata-change.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import { formatUrn, type Urn } from '../model/urn.ts';
import type { MetadataStore } from '../store/metadata-store.ts';
import { object } from '../util/json/json-members.ts';
import type { JsonObject, JsonValue } from '../util/json.ts';

/** State of the last run of an upgrade; the names are DataHub's. */
export type UpgradeState = 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** Stored record of an upgrade. */
export interface UpgradeRecord {
  /** Version of the program that ran it. */
  readonly version: string | undefined;
  readonly state: UpgradeState | undefined;
  /** Texts of the result, or of the progress so far. */
  readonly result: Readonly<Record<string, string>>;
}

/** Dependencies of upgrade records. */
export interface UpgradeRecordParts {
  readonly store: MetadataStore;
  readonly change: Pick<MetadataChange, 'ingest'>;
  /** Actor of the records. */
  readonly actor: Urn;
  /** Epoch ms. */
  readonly now: () => number;
  readonly version: string;
}

const REQUEST_ASPECT = 'dataHubUpgradeRequest';
const RESULT_ASPECT = 'dataHubUpgradeResult';
const STATES: readonly UpgradeState[] = ['IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'ABORTED'];

/** Stores upgrade records as DataHub does: one `dataHubUpgrade` entity each, with the last request and result. */
export class UpgradeRecords {
  readonly #parts: UpgradeRecordParts;

  constructor(parts: UpgradeRecordParts) {
    this.#parts = parts;
  }

  /** Reads the record of an upgrade; its members are undefined if it never ran. */
  async read(id: string): Promise<UpgradeRecord> {
    const urn = urnOf(id);
    const aspectNames = [REQUEST_ASPECT, RESULT_ASPECT];
    const found = await this.#parts.store.reader.entities([urn], aspectNames);
    const aspects = found.get(urn)?.aspects;
    const version = aspects?.get(REQUEST_ASPECT)?.value['version'];
    const state = aspects?.get(RESULT_ASPECT)?.value['state'];
    return {
      version: typeof version === 'string' ? version : undefined,
      state: STATES.find((known) => known === state),
      result: textsOf(object(aspects?.get(RESULT_ASPECT)?.value['result']) ?? {}),
    };
  }

  /** Records the start of an upgrade: IN_PROGRESS, with this version. An interrupted one keeps its progress. */
  async begin(id: string): Promise<void> {
    const { result, state } = await this.read(id);
    const progress = state === 'IN_PROGRESS' ? result : {};
    await this.#write([this.#request(id), this.#result(id, 'IN_PROGRESS', progress)]);
  }

  /** Records the progress of a started upgrade, from which it can continue after an interruption. */
  async note(id: string, progress: JsonObject): Promise<void> {
    await this.#write([this.#result(id, 'IN_PROGRESS', progress)]);
  }

  /** Records the end of a started upgrade. */
  async end(id: string, state: UpgradeState, result: JsonObject): Promise<void> {
    await this.#write([this.#result(id, state, result)]);
  }

  /** Records start and success of upgrades in one write; the result is that of the first one. */
  async complete(ids: readonly string[], result: JsonObject = {}): Promise<void> {
    await this.#write(
      ids.flatMap((id, i) => [this.#request(id), this.#result(id, 'SUCCEEDED', i === 0 ? result : {})]),
    );
  }

  #request(id: string): MetadataChangeProposal {
    const { now, version } = this.#parts;
    return upsert(id, REQUEST_ASPECT, { timestampMs: now(), version });
  }

  #result(id: string, state: UpgradeState, result: JsonObject): MetadataChangeProposal {
    return upsert(id, RESULT_ASPECT, { state, timestampMs: this.#parts.now(), result: textsOf(result) });
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

function textsOf(result: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(result).map(([name, value]) => [name, textOf(value)]));
}

/** Results are maps of strings. Lists are recorded by their length. */
function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return String(value.length);
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
