import * as v from 'valibot';
import type { BundledPackage } from '../bundled-packages/bundled-package.ts';

const component = v.looseObject({
  'bom-ref': v.string(),
  name: v.string(),
  version: v.string(),
  properties: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
  externalReferences: v.optional(v.array(v.looseObject({ url: v.string() })), []),
});
const bill = v.looseObject({
  metadata: v.looseObject({ component }),
  components: v.array(component),
  dependencies: v.array(v.looseObject({ ref: v.string(), dependsOn: v.optional(v.array(v.string()), []) })),
});

/**
 * The bill of materials of what is published, in CycloneDX's format: of everything that npm has installed, which `npm sbom` lists,
 * the packages that are in the bundles. Throws if one of them is not installed in its version.
 */
export function billOfMaterials(
  installed: unknown,
  bundled: readonly Omit<BundledPackage, 'text'>[],
  product: { readonly name: string; readonly version: string },
): unknown {
  const all = v.parse(bill, installed);
  const key = (of: { readonly name: string; readonly version: string }): string => `${of.name}@${of.version}`;
  const byKey = new Map(all.components.map((each) => [key(each), each]));
  const components = bundled.map((each) => {
    const found = byKey.get(key(each));
    if (found === undefined)
      throw new Error(`${key(each)} is bundled but not installed: run "npm ci" and "npm run build".`);
    const { properties, externalReferences, ...rest } = found;
    return {
      ...rest,
      scope: 'required',
      externalReferences: externalReferences.map((reference) => ({
        ...reference,
        url: asUrl(reference.url),
      })),
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    };
  });
  const kept = new Set(components.map((each) => each['bom-ref']));
  const root = all.metadata.component['bom-ref'];
  return {
    ...all,
    metadata: {
      ...all.metadata,
      lifecycles: [{ phase: 'build' }],
      component: { ...all.metadata.component, ...product, type: 'application' },
    },
    components,
    dependencies: [
      // npm's list names what development needs, too; each of these packages is part of the product.
      { ref: root, dependsOn: [...kept] },
      ...all.dependencies
        .filter(({ ref }) => kept.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((name) => kept.has(name)) })),
    ],
  };
}

/** CycloneDX allows URLs only; npm also copies the form `git@github.com:owner/name.git` from package.json. */
function asUrl(address: string): string {
  return address.replace(/^(\w+@[\w.-]+):(?!\/\/)/, 'ssh://$1/');
}
