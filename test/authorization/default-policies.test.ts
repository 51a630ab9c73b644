import { describe, expect, it } from 'vitest';
import { readDefaultPolicies } from '../../src/config/read-bootstrap.ts';
import { PLATFORM_PRIVILEGES } from '../../src/model/access/privileges.ts';
import { parseBootstrap } from '../../src/system-update/bootstrap.ts';

const POLICIES = new Map(
  parseBootstrap(readDefaultPolicies()).map(({ urn, aspects }) => [
    urn.replace('urn:li:dataHubPolicy:', ''),
    new Set(privilegesIn(aspects)),
  ]),
);

/** All privileges in the aspect. */
function privilegesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Map) return [...value.values()].flatMap(privilegesIn);
  if ('privileges' in value && Array.isArray(value.privileges)) return value.privileges;
  return Object.values(value).flatMap(privilegesIn);
}

/** Everything granted by the policies whose ids start with these. */
function grantedBy(...ids: readonly string[]): ReadonlySet<string> {
  return new Set(ids.flatMap((id) => [...(POLICIES.get(id) ?? [])]));
}

const root = grantedBy('0', '1');
const admin = grantedBy('admin-platform-policy', 'admin-metadata-policy');
const editor = grantedBy(
  'editor-platform-policy',
  'editor-metadata-policy',
  'editor-metadata-policy-entities',
);
const reader = grantedBy('reader-platform-policy', 'reader-metadata-policy');
const everybody = grantedBy('7', 'view-entity-page-all', 'view-dataset-sensitive');

describe('the default policies', () => {
  it('give administrators the rights of the root user, and every platform privilege', () => {
    expect(admin).toEqual(root);
    for (const { name } of PLATFORM_PRIVILEGES) expect(admin).toContain(name);
  });

  it('give administrators the rights of editors, and editors those of readers', () => {
    expect(editor.difference(admin)).toEqual(new Set());
    expect(reader.difference(editor)).toEqual(new Set());
  });

  it('do not give all users or editors privileges to become administrators', () => {
    const powers = [
      'MANAGE_POLICIES',
      'MANAGE_USERS_AND_GROUPS',
      'MANAGE_SECRETS',
      'MANAGE_USER_CREDENTIALS',
      'MANAGE_ACCESS_TOKENS',
      'EDIT_CONTACT_INFO',
      'EDIT_USER_PROFILE',
      'EDIT_ENTITY_OWNERS',
    ];
    for (const power of powers) {
      expect(editor).not.toContain(power);
      expect(everybody).not.toContain(power);
    }
    for (const power of ['EDIT_ENTITY', 'DELETE_ENTITY', 'CREATE_ENTITY']) {
      expect(everybody).not.toContain(power);
      expect(reader).not.toContain(power);
    }
  });
});
