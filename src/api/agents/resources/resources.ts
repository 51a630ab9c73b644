import { CatalogError } from '../../../errors.ts';
import { isUrn, type Urn } from '../../../model/urn.ts';
import { inputTypesOf } from '../../../operations/input-types.ts';
import { readInput } from '../../../operations/shapes.ts';
import { isJsonObject, type JsonObject } from '../../../util/json.ts';
import { RPC_CODES, RpcError } from '../protocol/json-rpc.ts';
import { fitAnswer, type FittedAnswer } from '../shaping/fit-answer.ts';
import { withInvisible } from '../shaping/visible-text.ts';
import type { CallContext } from '../tools/call-tool.ts';
import { ALL_PARTS, getEntities } from '../tools/get-entities.ts';
import { GUIDES } from './guides.ts';

/** What precedes the urn in the address of an entity. */
const ENTITY = 'colophon://entity/';
/** The address that changes with every commit. */
export const CHANGES_URI = 'colophon://changes';
/** Maximum characters of an entity. */
const MOST_CHARS = 200_000;

/** The entries of `resources/list`. */
export const RESOURCES: readonly JsonObject[] = GUIDES.map(({ description, name, title, uri }) => ({
  uri,
  name,
  title,
  description,
  mimeType: 'text/markdown',
}));

/** The entries of `resources/templates/list`. */
export const TEMPLATES: readonly JsonObject[] = [
  {
    uriTemplate: `${ENTITY}{+urn}`,
    name: 'entity',
    title: 'Entity',
    description: `An entity with all parts of get_entities, up to ${MOST_CHARS} characters.`,
    mimeType: 'application/json',
  },
];

/** Text of a resource. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
  /** Number of lists and texts that are cut. */
  readonly cuts: number;
}

/** The urn in the address of an entity, as written and decoded, each once; empty: the address names no entity. */
export function urnsIn(uri: string): readonly Urn[] {
  if (!uri.startsWith(ENTITY)) return [];
  const written = uri.slice(ENTITY.length);
  return [...new Set([withInvisible(written), decoded(written)])].filter(isUrn);
}

/** Reads a resource. Throws RpcError -32602 if it does not exist or is hidden from the caller. */
export async function readResource(uri: string, context: CallContext): Promise<ResourceText> {
  const guide = GUIDES.find((one) => one.uri === uri);
  if (guide !== undefined) {
    return { mimeType: 'text/markdown', text: guide.text(context.registry), cuts: 0 };
  }
  for (const urn of urnsIn(uri)) {
    const answer = await entityAt(urn, context);
    if (answer !== undefined) return { mimeType: 'application/json', text: answer.text, cuts: answer.cuts };
  }
  throw notFound(uri);
}

/** The error for an address that leads nowhere. */
export function notFound(uri: string): RpcError {
  return new RpcError(RPC_CODES.INVALID_PARAMS, 'Resource not found', { data: { uri: uri.slice(0, 500) } });
}

/** The entity with all its parts; undefined if it does not exist, is hidden, or the text is not a urn. */
async function entityAt(urn: string, context: CallContext): Promise<FittedAnswer | undefined> {
  const { committed, position, registry, requester, waitFor } = context;
  const before = position();
  try {
    const input = readInput(
      getEntities.input(inputTypesOf(registry)),
      { urns: [urn], include: [...ALL_PARTS] },
      'The uri',
    );
    const answer = await getEntities.run(input, {
      requester,
      registry,
      maxChars: MOST_CHARS,
      cursor: undefined,
      waitFor,
      committed,
    });
    const fitted = fitAnswer(answer, before, MOST_CHARS);
    return hasEntity(fitted.content) ? fitted : undefined;
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_REQUEST') return undefined;
    throw error;
  }
}

function hasEntity({ entities }: JsonObject): boolean {
  return Array.isArray(entities) && entities.some((entity) => isJsonObject(entity));
}

/** A part of an address without percent encoding; as it is if it is not encoded correctly. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
