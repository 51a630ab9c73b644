import * as v from 'valibot';
import { getEntities } from '../../../operations/entities/get-entities.ts';
import { searchEntities } from '../../../operations/search/search-entities.ts';
import { TEXT, described, objectOf } from '../../../operations/shapes.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import { inTurn } from '../names/in-turn.ts';
import { findName, type FoundName } from '../names/find-names.ts';
import { KIND_WORDS, nearestTypes, typesOf } from '../names/kinds.ts';
import { quotedPart } from '../filter/filter-tokens.ts';
import { UnknownNameError } from '../shaping/tool-error.ts';
import { UNTRUSTED, answerOf, text, urns } from './outputs.ts';
import { listOf, orElse } from './shapes.ts';
import { defineTool } from './tool.ts';

const MOST_NAMES = 50;
const MOST_KINDS = 10;

/** Finds the urns of names. */
export const resolve = defineTool({
  name: 'resolve',
  title: 'Find urns by name',
  description:
    'Urns of things by exact name (ignoring case) or urn. Kinds: asset, tag, term, domain, user, group, property, or an entity type such as dataset. Each name is found, ambiguous (with candidates) or missing (with similar ones).',
  operations: [searchEntities, getEntities],
  input: () =>
    objectOf({
      names: described('Names or urns.', listOf(TEXT, MOST_NAMES)),
      kinds: orElse('Kinds to look in; default: all.', listOf(TEXT, MOST_KINDS), []),
    }),
  output: answerOf({
    found: v.array(v.object({ urn: text, type: text, untrusted: UNTRUSTED })),
    ambiguous: v.array(v.object({ candidates: urns, untrusted: UNTRUSTED })),
    missing: v.array(v.object({ nearest: urns, untrusted: UNTRUSTED })),
  }),
  run: async ({ kinds, names }, call) => {
    const types = (kinds.length === 0 ? KIND_WORDS : kinds).flatMap((kind) => {
      const known = typesOf(kind, call.registry);
      if (known.length > 0) return known;
      const message = `There is no kind ${quotedPart(kind)}. Use ${KIND_WORDS.join(', ')} or an entity type.`;
      throw new UnknownNameError(message, 'kinds', nearestTypes(kind, call.registry));
    });
    const results = await inTurn(names, (name) => findName(name, [...new Set(types)], call));
    const found: JsonValue[] = results.flatMap(foundIn);
    const ambiguous: JsonValue[] = results.flatMap(({ entities, name }) =>
      entities.length > 1 ? [{ candidates: entities.map(({ urn }) => urn), untrusted: { name } }] : [],
    );
    const missing: JsonValue[] = results.flatMap(({ entities, name, nearest }) =>
      entities.length === 0 ? [{ nearest: [...nearest], untrusted: { name } }] : [],
    );
    const how = 'fewer names';
    return {
      body: { found, ambiguous, missing },
      lists: [
        { what: 'found', items: found, total: found.length, how },
        { what: 'ambiguous', items: ambiguous, total: ambiguous.length, how },
        { what: 'missing', items: missing, total: missing.length, how },
      ],
    };
  },
});

function foundIn({ entities, name }: FoundName): readonly JsonObject[] {
  const [entity, ...others] = entities;
  if (entity === undefined || others.length > 0) return [];
  return [{ urn: entity.urn, type: entity.entityType, untrusted: { name } }];
}
