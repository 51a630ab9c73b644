import { CatalogError, invalidRequest } from '../../../errors.ts';
import { patchOf, put, take } from '../../../model/proposal-builders.ts';
import type { Urn } from '../../../model/urn.ts';
import { requireAssets } from '../../../operations/assets.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { readAspect } from '../../../operations/stored.ts';
import { object, objects, text } from '../../../util/json-members.ts';
import type { JsonObject } from '../../../util/json.ts';
import { parseTargets } from '../edit-target.ts';
import { requireEditOrGlossaryRight } from '../glossary-rights.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

interface LinkInput {
  readonly linkUrl: string;
  readonly label: string;
  readonly resourceUrn: string;
  readonly settings?: { readonly showInAssetPreview?: boolean | null } | null;
}

const ASPECT = 'institutionalMemory';
/** Links are identified by url and label: one url may have several labels. */
const KEYS = { elements: ['url', 'description'] };

/** Mutations of documentation links. */
export const LINK_MUTATIONS = {
  addLink: (_root, { input }, context) =>
    updating(input, async () => {
      const { urn, links } = await storedLinks(input.resourceUrn, context);
      if (find(links, input.linkUrl, input.label)) throw alreadyExists(input);
      return write(urn, input, undefined, context);
    }),
  upsertLink: (_root, { input }, context) =>
    updating(input, async () => {
      const { urn, links } = await storedLinks(input.resourceUrn, context);
      return write(urn, input, find(links, input.linkUrl, input.label), context);
    }),
  updateLink: (_root, { input }, context) =>
    updating(input, async () => {
      const { urn, links } = await storedLinks(input.resourceUrn, context);
      const current = find(links, input.currentUrl, input.currentLabel);
      if (current === undefined) throw notFound(input.currentUrl, input.currentLabel);
      const other = find(links, input.linkUrl, input.label);
      if (other !== undefined && other !== current) throw alreadyExists(input);
      return write(urn, input, current, context);
    }),
  removeLink: (_root, { input }, context) =>
    updating(input, async () => {
      const { urn, links } = await storedLinks(input.resourceUrn, context);
      const gone = links.filter(
        ({ url, description }) => url === input.linkUrl && (!input.label || description === input.label),
      );
      const operations = gone.map((link) => take(pathOf(link)));
      await context.ingest(operations.length === 0 ? [] : [patchOf(urn, ASPECT, operations, KEYS)]);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

async function storedLinks(
  resourceUrn: string,
  context: GraphqlContext,
): Promise<{ readonly urn: Urn; readonly links: readonly JsonObject[] }> {
  const targets = parseTargets([{ resourceUrn }], context);
  const entities = targets.map(({ entity }) => entity);
  for (const entity of entities) await requireEditOrGlossaryRight('EDIT_ENTITY_DOC_LINKS', entity, context);
  await requireAssets(targets, context);
  const { urn } = context.references.parse(resourceUrn);
  return { urn, links: objects((await readAspect(urn, ASPECT, context))?.['elements']) };
}

/** Writes a link; the one it replaces is removed, and passes on its creation stamp and any settings not given. */
async function write(
  urn: Urn,
  { linkUrl, label, settings }: LinkInput,
  replaced: JsonObject | undefined,
  context: GraphqlContext,
): Promise<boolean> {
  const stamp = { ...stampNow(context) };
  const showInAssetPreview = settings?.showInAssetPreview;
  const shown =
    typeof showInAssetPreview === 'boolean' ? { showInAssetPreview } : object(replaced?.['settings']);
  const link: JsonObject = {
    url: linkUrl,
    description: label,
    createStamp: replaced?.['createStamp'] ?? stamp,
    ...(replaced !== undefined && { updateStamp: stamp }),
    ...(shown !== undefined && { settings: shown }),
  };
  const moved = replaced !== undefined && (replaced['url'] !== linkUrl || replaced['description'] !== label);
  const operations = [...(moved ? [take(pathOf(replaced))] : []), put(pathOf(link), link)];
  await context.ingest([patchOf(urn, ASPECT, operations, KEYS)]);
  return true;
}

function find(links: readonly JsonObject[], url: string, label: string): JsonObject | undefined {
  return links.find((link) => link['url'] === url && link['description'] === label);
}

function pathOf(link: JsonObject): readonly string[] {
  return ['elements', text(link['url']) ?? '', text(link['description']) ?? ''];
}

function alreadyExists({ linkUrl, label }: LinkInput): CatalogError {
  return invalidRequest(`The link '${linkUrl}' with label '${label}' already exists! Use another label.`);
}

function notFound(url: string, label: string): CatalogError {
  return new CatalogError('NOT_FOUND', `The link '${url}' with label '${label}' does not exist.`);
}
