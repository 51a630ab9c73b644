import { CatalogError } from '../../../errors.ts';
import type { Aspect } from '../../../model/aspect.ts';
import type { Urn } from '../../../model/urn.ts';
import { stampNow } from '../../../operations/stamp-now.ts';
import { writeIfUnchanged } from '../../../operations/write-if-unchanged.ts';
import { isJsonObject } from '../../../util/json.ts';
import type { JsonObject, JsonValue } from '../../../util/json.ts';
import type { GraphqlContext } from '../graphql-context.ts';
import { parseFilter } from '../parse-search.ts';
import type { Resolvers } from '../schema-types.generated.ts';
import { updating } from '../wrapped-error.ts';

/** Maximum number of entities per commit and per search page. */
const PAGE = 1_000;
const KEEP_ALIVE_MS = 5 * 60_000;

/** Mutations that assign forms to entities. */
export const FORM_ASSIGNMENT_MUTATIONS = {
  batchAssignForm: (_root, { input }, context) =>
    updating(input, async () => {
      const form = await formOf(input.formUrn, context);
      const urns = [...new Set(input.entityUrns.map((urn) => context.references.parse(urn).urn))];
      const existing = await context.catalog.existing(urns);
      const missing = urns.find((urn) => !existing.has(urn));
      if (missing !== undefined) throw notFound(missing);
      await assign(form, urns, context);
      return true;
    }),
  createDynamicFormAssignment: (_root, { input }, context) =>
    updating(input, async () => {
      const form = await formOf(input.formUrn, context);
      const filter = parseFilter({ orFilters: input.orFilters });
      const or = filter.map((criteria) => ({
        and: criteria.map(({ field, operator: condition, values, negated }) => ({
          field,
          condition,
          values,
          negated,
        })),
      }));
      const { sequence } = await context.catalog.ingest([
        {
          urn: form.urn,
          aspectName: 'dynamicFormAssignment',
          changeType: 'UPSERT',
          value: { filter: { or } },
        },
      ]);
      context.wrote(sequence);
      await assignToMatching(form, filter, context);
      return true;
    }),
} satisfies Partial<Resolvers['Mutation']>;

/** A form with the ids of its questions. */
interface AssignedForm {
  readonly urn: Urn;
  readonly prompts: readonly string[];
}

async function formOf(text: string, { catalog, references }: GraphqlContext): Promise<AssignedForm> {
  const { urn } = references.parseAs('form', text);
  catalog.requirePrivilege(
    'MANAGE_DOCUMENTATION_FORMS',
    'Unauthorized to perform this action. Please contact your DataHub administrator.',
  );
  const info = (await catalog.getEntities([urn], ['formInfo'])).get(urn)?.get('formInfo');
  if (info === undefined) throw notFound(urn);
  const prompts = elements(info.value['prompts']).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  return { urn, prompts };
}

async function assignToMatching(
  form: AssignedForm,
  filter: ReturnType<typeof parseFilter>,
  context: GraphqlContext,
): Promise<void> {
  const { registry } = context.settings;
  const entityTypes = [...registry.entities.values()]
    .filter(({ aspects }) => aspects.has('forms'))
    .map(({ name }) => name);
  const flags = {
    maxAggValues: 1,
    skipAggregates: true,
    skipHighlighting: true,
    includeSoftDeleted: false,
    includeStructuredPropertyFacets: false,
    fulltext: true,
    allWords: false,
    filterNonLatestVersions: false,
    grouping: [],
  };
  let scrollId: string | undefined;
  do {
    const page = { entityTypes, query: '*', filter, flags, sort: [], start: 0, count: PAGE };
    const found = await context.catalog.search({ ...page, scrollId, keepAliveMs: KEEP_ALIVE_MS });
    await assign(
      form,
      found.hits.map(({ urn }) => urn),
      context,
    );
    scrollId = found.nextScrollId;
  } while (scrollId !== undefined);
}

async function assign(form: AssignedForm, urns: readonly Urn[], context: GraphqlContext): Promise<void> {
  for (let start = 0; start < urns.length; start += PAGE) {
    const page = urns.slice(start, start + PAGE);
    await writeIfUnchanged(page, 'forms', (before) => withForm(form, before, context), context);
  }
}

/** The `forms` aspect with the form added; undefined if the form is already assigned, answered or not. */
function withForm(
  { urn, prompts }: AssignedForm,
  before: Aspect | undefined,
  context: GraphqlContext,
): JsonObject | undefined {
  const forms = before?.value ?? { incompleteForms: [], completedForms: [], verifications: [] };
  const asked = [...elements(forms['incompleteForms']), ...elements(forms['completedForms'])];
  if (asked.some((form) => form['urn'] === urn)) return undefined;
  const lastModified = { ...stampNow(context) };
  const association = {
    urn,
    incompletePrompts: prompts.map((id) => ({ id, lastModified })),
    completedPrompts: [],
  };
  return { ...forms, incompleteForms: [...elements(forms['incompleteForms']), association] };
}

function elements(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function notFound(urn: Urn): CatalogError {
  return new CatalogError('NOT_FOUND', `${urn} does not exist. Check the urn. Nothing was changed.`);
}
