import * as v from 'valibot';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { urnKey, type Urn } from '../../model/urn.ts';
import { isJsonObject, type JsonObject } from '../../util/json.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { SECRET } from './secret.ts';
import { objectOf } from '../shapes.ts';

/** A secret without its value. */
export interface SecretSummary {
  readonly urn: Urn;
  readonly name: string;
  readonly description?: string;
}

/**
 * Secrets with all the words in name or description (case-insensitive; '*': all secrets), newest first, without their
 * values.
 */
export const listSecrets = defineProtected({
  name: 'listSecrets',
  effect: 'read',
  summary: 'Lists secrets without their values, newest first.',
  input: () => objectOf({ words: v.string() }),
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  isLong: true,
  run: async ({ words }, { services }): Promise<readonly SecretSummary[]> => {
    const wanted = words === '*' ? [] : words.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = await services.reader.rowsOf(SECRET.entityType, SECRET.valueAspect);
    return rows
      .map(({ aspect: { urn, value } }) => ({ time: createdAt(value), summary: summaryOf(urn, value) }))
      .filter(({ summary: { name, description = '' } }) => {
        const text = `${name} ${description}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .sort((a, b) => b.time - a.time)
      .map(({ summary }) => summary);
  },
});

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
