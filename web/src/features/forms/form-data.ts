import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ENTITY_LABEL, nameOf } from '../../api/names/entity-label.ts';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';
import { filterInput } from '../../shared/search/filters.ts';
import {
  PROPERTY_DEFINITION,
  definitionOf,
  type PropertyDefinition,
} from '../../shared/values/property-definition.ts';

const FORM = graphql(
  `
    query formWithPrompts($urn: String!) {
      form(urn: $urn) {
        exists
        info {
          name
          description
          type
          actors {
            owners
            isAssignedToMe
          }
          prompts {
            id
            title
            description
            type
            required
            structuredPropertyParams {
              structuredProperty {
                ...PropertyDefinition
              }
            }
          }
        }
      }
    }
  `,
  [PROPERTY_DEFINITION],
);

const ASSETS = graphql(
  `
    query formAssets($input: SearchAcrossEntitiesInput!) {
      searchAcrossEntities(input: $input) {
        total
        searchResults {
          entity {
            urn
            ...EntityLabel
            ... on HasForms {
              forms {
                incompleteForms {
                  form {
                    urn
                  }
                  completedPrompts {
                    id
                  }
                }
                completedForms {
                  form {
                    urn
                  }
                  completedPrompts {
                    id
                  }
                }
                verifications {
                  form {
                    urn
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [ENTITY_LABEL],
);

/** A question of a form: values of a property, on the asset or on its columns. */
export interface Prompt {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isAboutColumns: boolean;
  readonly definition: PropertyDefinition;
}

/** A form with its questions. */
export interface FormWithPrompts {
  readonly name: string;
  readonly description: string;
  readonly isVerified: boolean;
  readonly isForAll: boolean;
  readonly prompts: readonly Prompt[];
}

/** The form; null if it does not exist. */
export function useForm(urn: string): UseQueryResult<FormWithPrompts | null> {
  return useQuery({
    queryKey: ['formWithPrompts', urn],
    meta: { shows: { urns: [urn] } },
    queryFn: async ({ signal }): Promise<FormWithPrompts | null> => {
      const { form } = await query(FORM, { urn }, signal);
      const info = form?.info;
      if (!info || form.exists !== true) return null;
      return {
        name: info.name,
        description: info.description ?? '',
        isVerified: info.type === 'VERIFICATION',
        isForAll: info.actors.isAssignedToMe,
        prompts: info.prompts.flatMap(
          ({ description, id, required, structuredPropertyParams, title, type }) =>
            structuredPropertyParams
              ? [
                  {
                    id,
                    title,
                    description: description ?? '',
                    isRequired: required,
                    isAboutColumns: type === 'FIELDS_STRUCTURED_PROPERTY',
                    definition: definitionOf(structuredPropertyParams.structuredProperty),
                  },
                ]
              : [],
        ),
      };
    },
  });
}

/** State of a form on an asset. */
export type FormState = 'open' | 'unverified' | 'done';

/** An asset with a form. */
export interface FormAsset {
  readonly urn: string;
  readonly name: string;
  readonly state: FormState;
  /** Ids of the answered questions. */
  readonly answered: ReadonlySet<string>;
}

/** Maximum assets of a form on its page; those with open questions come first. */
const MAX_ASSETS = 100;

/** The assets for which the person answers a form, those with something to do first. */
export function useFormAssets(
  urn: string,
  form: FormWithPrompts | null | undefined,
  owners: readonly string[],
): UseQueryResult<{ readonly total: number; readonly assets: readonly FormAsset[] }> {
  return useQuery({
    queryKey: ['formAssets', urn, form?.isForAll, owners],
    meta: { shows: 'all' as const },
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        ['incompleteForms', 'completedForms'].map((field) =>
          readAssets(field, { urn, owners: form?.isForAll === true ? [] : owners }, signal),
        ),
      );
      return {
        total: pages.reduce((sum, page) => sum + page.total, 0),
        assets: pages
          .flatMap(({ found }) => found)
          .map((entity) => assetOf(entity, urn, form?.isVerified === true))
          .sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
      };
    },
    enabled: form !== undefined && form !== null && owners.length > 0,
  });
}

const ORDER: readonly FormState[] = ['open', 'unverified', 'done'];

async function readAssets(
  field: string,
  { owners, urn }: { readonly urn: string; readonly owners: readonly string[] },
  signal: AbortSignal,
) {
  const conditions = [
    { field, values: [urn] },
    ...(owners.length === 0 ? [] : [{ field: 'owners', values: owners }]),
  ];
  const and = conditions.map((condition) =>
    filterInput({ ...condition, operator: 'EQUAL', isNegated: false }),
  );
  const input = {
    query: '*',
    count: MAX_ASSETS,
    orFilters: [{ and }],
    searchFlags: { skipAggregates: true, skipHighlighting: true },
  };
  const { searchAcrossEntities: page } = await query(ASSETS, { input }, signal);
  return { total: page?.total ?? 0, found: (page?.searchResults ?? []).map(({ entity }) => entity) };
}

type Found = Awaited<ReturnType<typeof readAssets>>['found'][number];

function assetOf(entity: Found, urn: string, isVerified: boolean): FormAsset {
  const forms = 'forms' in entity ? entity.forms : null;
  const open = forms?.incompleteForms.find(({ form }) => form.urn === urn);
  const completed = forms?.completedForms.find(({ form }) => form.urn === urn);
  const hasVerification = forms?.verifications.some(({ form }) => form.urn === urn) === true;
  return {
    urn: entity.urn,
    name: nameOf(entity),
    state: open ? 'open' : isVerified && !hasVerification ? 'unverified' : 'done',
    answered: new Set(((open ?? completed)?.completedPrompts ?? []).map(({ id }) => id)),
  };
}
