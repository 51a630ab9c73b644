import { capitalized } from '../../api/names/capitalized.ts';
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import { query } from '../../api/query.ts';

const CATALOG = graphql(`
  query privilegeCatalog {
    appConfig {
      policiesConfig {
        platformPrivileges {
          type
          displayName
          description
        }
        resourcePrivileges {
          resourceType
          resourceTypeDisplayName
          entityType
          privileges {
            type
            displayName
            description
          }
        }
      }
    }
  }
`);

/** A privilege: its name in policies, display name and description. */
export interface KnownPrivilege {
  readonly value: string;
  readonly label: string;
  readonly help: string | undefined;
}

/** An entity type that policies can refer to. */
export interface KnownType {
  /** Name in the registry: `dataset`. */
  readonly value: string;
  readonly label: string;
  /** GraphQL name; undefined for `all`. */
  readonly entityType: NonNullable<
    Awaited<ReturnType<typeof load>>
  >['resourcePrivileges'][number]['entityType'];
  /** Names of the privileges that apply to the type. */
  readonly privileges: ReadonlySet<string>;
}

/** All privileges that policies can grant. */
export interface PrivilegeCatalog {
  readonly platform: readonly KnownPrivilege[];
  /** Privileges on entities of any type. */
  readonly metadata: readonly KnownPrivilege[];
  readonly types: readonly KnownType[];
  /** Display name of a privilege, such as `Edit Tags`; of an unknown one, the words of its name. */
  readonly nameOf: (privilege: string) => string;
}

/** Query of the privileges that the server knows. */
export const useCatalogQuery = () =>
  useQuery({
    queryKey: ['privilegeCatalog'],
    queryFn: async ({ signal }) => catalogOf(await load(signal)),
    staleTime: Infinity,
  });

/** The privileges that the server knows; undefined until loaded. */
export function usePrivilegeCatalog(): PrivilegeCatalog | undefined {
  return useCatalogQuery().data;
}

async function load(signal?: AbortSignal) {
  return (await query(CATALOG, {}, signal)).appConfig?.policiesConfig;
}

function catalogOf(config: Awaited<ReturnType<typeof load>>): PrivilegeCatalog {
  const platform = (config?.platformPrivileges ?? []).map(known);
  const lists = config?.resourcePrivileges ?? [];
  const metadata = new Map(
    lists.flatMap(({ privileges }) =>
      privileges.map((privilege) => [privilege.type, known(privilege)] as const),
    ),
  );
  const names = new Map([...platform, ...metadata.values()].map(({ value, label }) => [value, label]));
  return {
    platform,
    metadata: [...metadata.values()],
    types: lists
      .filter(({ resourceType }) => resourceType !== 'all')
      .map((list) => ({
        value: list.resourceType,
        label: list.resourceTypeDisplayName ?? list.resourceType,
        entityType: list.entityType,
        privileges: new Set(list.privileges.map(({ type }) => type)),
      })),
    nameOf: (privilege) => names.get(privilege) ?? inWords(privilege),
  };
}

/** `Edit entity tags` for `EDIT_ENTITY_TAGS`. */
function inWords(privilege: string): string {
  return capitalized(privilege.toLowerCase().replaceAll('_', ' '));
}

function known({
  type,
  displayName,
  description,
}: {
  readonly type: string;
  readonly displayName: string | null;
  readonly description: string | null;
}): KnownPrivilege {
  return { value: type, label: displayName ?? type, help: description ?? undefined };
}
