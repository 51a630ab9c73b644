import type { MetadataChange } from '../change/metadata-change.ts';
import { CatalogError, invalidRequest } from '../errors.ts';
import { EVERYTHING } from '../model/scope.ts';
import type { Sequence } from '../model/sequence.ts';
import { formatUrn, urnKey } from '../model/urn.ts';
import type { Urn } from '../model/urn.ts';
import type { MetadataReader } from '../store/metadata-store.ts';
import { isJsonObject } from '../util/json.ts';
import type { JsonObject } from '../util/json.ts';
import type { AuditLog } from './audit-log.ts';
import type { Permit } from './permit.ts';
import { requireAny } from './rights.ts';
import type { Rights } from './rights.ts';
import type { SecretBox } from './secret-box.ts';

/** Dependencies of {@link openSecrets}. */
export interface SecretParts {
  readonly reader: MetadataReader;
  readonly change: MetadataChange;
  readonly box: SecretBox;
  /** Epoch ms. */
  readonly now: () => number;
  /** A new random identifier. */
  readonly newId: () => string;
}

/** Input of creating or updating a secret. */
export interface SecretInput {
  readonly name: string;
  readonly value: string;
  readonly description?: string;
}

/** A secret without its value. */
export interface SecretSummary {
  readonly urn: Urn;
  readonly name: string;
  readonly description?: string;
}

/** A secret with its decrypted value. */
export interface SecretValue {
  readonly name: string;
  readonly value: string;
}

/** An entity that was written, and the sequence of the commit. */
export interface WrittenEntity {
  readonly urn: Urn;
  readonly sequence: Sequence;
}

/** Operations on secrets for one caller; those without a permit throw FORBIDDEN without MANAGE_SECRETS. */
export interface SecretAccess {
  /** Creates a secret; throws CONFLICT when the name is taken, INVALID_REQUEST when it is empty. */
  create(input: SecretInput, permit: Permit): Promise<WrittenEntity>;
  /**
   * Replaces value and description. Throws NOT_FOUND when the secret does not exist, INVALID_REQUEST when `name`
   * differs from its name.
   */
  update(urn: Urn, input: SecretInput, permit: Permit): Promise<WrittenEntity>;
  /** Throws NOT_FOUND when the secret does not exist. */
  delete(urn: Urn, permit: Permit): Promise<WrittenEntity>;
  /**
   * Secrets with all the words in name or description (case-insensitive; '*': all secrets), newest first, no values.
   */
  list(words: string): Promise<readonly SecretSummary[]>;
  /**
   * Decrypts the secrets with these names, omits unknown names, and records the read in the audit log. Throws CONFLICT
   * when one was encrypted with another key.
   */
  getValues(names: readonly string[]): Promise<readonly SecretValue[]>;
}

const TYPE = 'dataHubSecret';
const ASPECT = 'dataHubSecretValue';
const PRIVILEGE = 'MANAGE_SECRETS';
/** Part of the validation error (DataHub's wording) for a CREATE_ENTITY of an existing entity. */
const LOST_RACE = 'Cannot perform CREATE_ENTITY';

/** Creates the secret operations of one caller. */
export function openSecrets(parts: SecretParts, rights: Rights, log: Pick<AuditLog, 'record'>): SecretAccess {
  const actor = rights.actor.urn;
  const guarded = <T>(run: () => Promise<T>): Promise<T> => {
    requireAny(rights, PRIVILEGE);
    return run();
  };
  const write = async (urn: Urn, changeType: 'CREATE_ENTITY' | 'UPSERT', value: JsonObject) => {
    const { sequence } = await parts.change.ingest(actor, [{ urn, aspectName: ASPECT, changeType, value }]);
    return { urn, sequence };
  };
  return {
    create: async (input) => {
      const urn = urnOf(input.name);
      const taken = new CatalogError('CONFLICT', `This Secret already exists! Update ${urn} instead.`);
      if (await exists(parts.reader, urn)) throw taken;
      const value = { ...sealed(urn, input, parts.box), created: { time: parts.now(), actor } };
      try {
        return await write(urn, 'CREATE_ENTITY', value);
      } catch (error) {
        // A concurrent request has created it.
        if (error instanceof CatalogError && error.message.includes(LOST_RACE)) throw taken;
        throw error;
      }
    },
    update: async (urn, input) => {
      if (urnKey(urn) !== input.name) {
        throw invalidRequest(
          `A secret cannot be renamed: ${urn} to '${input.name}'. Create a new secret with that name.`,
        );
      }
      const stored = await storedSecret(parts.reader, urn);
      if (stored === undefined) {
        throw new CatalogError('NOT_FOUND', `Secret for urn ${urn} doesn't exists! Create it first.`);
      }
      const created = stored['created'];
      return write(urn, 'UPSERT', { ...sealed(urn, input, parts.box), ...(created && { created }) });
    },
    delete: async (urn) => {
      if (!(await exists(parts.reader, urn))) {
        throw new CatalogError('NOT_FOUND', `Failed to delete ${urn}. It does not exist.`);
      }
      const { sequence } = await parts.change.deleteEntity(actor, urn);
      return { urn, sequence };
    },
    list: async (words) => guarded(() => list(parts.reader, words)),
    getValues: async (names) =>
      guarded(async () => {
        const urns = [...new Set(names)].map(urnOf);
        const found = await parts.reader.entities(urns, [ASPECT], EVERYTHING);
        const told = urns.flatMap((urn) => {
          const value = found.get(urn)?.aspects.get(ASPECT)?.value;
          return value === undefined ? [] : [{ urn, secret: opened(urn, value, parts.box) }];
        });
        const aspects = told.map(({ urn }) => ({ urn, aspectName: ASPECT, changeType: 'READ' as const }));
        if (aspects.length > 0) log.record({ kind: 'secretRead', actor, aspects });
        return told.map(({ secret }) => secret);
      }),
  };
}

function urnOf(name: string): Urn {
  if (name.trim() === '') throw invalidRequest("A secret needs a name: 'name' is empty.");
  return formatUrn(TYPE, name);
}

function sealed(urn: Urn, { name, value, description }: SecretInput, box: SecretBox): JsonObject {
  return { name, value: box.seal(value, urn), ...(description !== undefined && { description }) };
}

function opened(urn: Urn, { name, value }: JsonObject, box: SecretBox): SecretValue {
  const text = typeof value === 'string' ? box.open(value, urn) : undefined;
  if (text === undefined) {
    throw new CatalogError(
      'CONFLICT',
      `The secret ${urn} was encrypted with another key. Configure the former key, or set the value again.`,
    );
  }
  return { name: typeof name === 'string' ? name : urnKey(urn), value: text };
}

async function exists(reader: MetadataReader, urn: Urn): Promise<boolean> {
  return (await reader.entities([urn], [], EVERYTHING)).has(urn);
}

async function storedSecret(reader: MetadataReader, urn: Urn): Promise<JsonObject | undefined> {
  return (await reader.entities([urn], [ASPECT], EVERYTHING)).get(urn)?.aspects.get(ASPECT)?.value;
}

async function list(reader: MetadataReader, words: string): Promise<readonly SecretSummary[]> {
  const wanted = words === '*' ? [] : words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = await reader.rowsOf(TYPE, ASPECT);
  return rows
    .map(({ aspect: { urn, value } }) => ({ time: createdAt(value), summary: summaryOf(urn, value) }))
    .filter(({ summary }) => {
      const text = `${summary.name} ${summary.description ?? ''}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .sort((a, b) => b.time - a.time)
    .map(({ summary }) => summary);
}

function createdAt({ created }: JsonObject): number {
  return isJsonObject(created) && typeof created['time'] === 'number' ? created['time'] : 0;
}

function summaryOf(urn: Urn, { name, description }: JsonObject): SecretSummary {
  return {
    urn,
    name: typeof name === 'string' ? name : urnKey(urn),
    ...(typeof description === 'string' && { description }),
  };
}
