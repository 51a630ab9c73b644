import { because } from '../../refusals.ts';
import { itemText, listText } from '../../util/list-text.ts';
import type { AspectChange, ChangeSettings, Validator } from '../rules.ts';
import { textsWithRule, type RuledText } from '../field-texts.ts';
import { fieldAt, type Violation } from '../violation.ts';

/** Members with links that people follow. Image URLs are not included. */
const LINK_MEMBER =
  /^(externalUrl|url|link|linkUrl|renderUrl|chartUrl|dashboardUrl|homepageUrl|requestUrl|sourceUrl|sourceCodeUrl|uri)$/;

/** Aspects with links that people enter: only the allowed schemes. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  'dataHubPageModuleProperties',
  'embed',
  'institutionalMemory',
  'postInfo',
]);

/** Schemes that run code or show foreign content in the page that has the link. */
const HARMFUL: ReadonlySet<string> = new Set(['data', 'javascript', 'vbscript']);

const linksIn = textsWithRule(({ name, type }) =>
  type.kind === 'string' && LINK_MEMBER.test(name) ? 'link' : undefined,
);

/**
 * Links must not have a scheme that runs code; links that people enter need one of the allowed schemes. Links without a
 * scheme, and stored links, are not checked. Ingestion sources write links of many kinds (`s3:`, `file:`), so only
 * harmful schemes are refused there.
 */
export const linkSchemes: Validator = {
  name: 'linkSchemes',
  aspects: undefined,
  check: (change, { settings }) => {
    const { aspect, after } = change;
    const links = after === undefined ? [] : linksIn(aspect.record, after);
    return links.length === 0 ? [] : problemsOf(links, change, settings);
  },
};

function* problemsOf(
  links: readonly RuledText<'link'>[],
  { aspect, before }: AspectChange,
  settings: ChangeSettings,
): Iterable<Violation> {
  const stored = new Set(before === undefined ? [] : linksIn(aspect.record, before).map(({ text }) => text));
  for (const { path, text } of links) {
    const scheme = schemeOf(text);
    if (scheme === undefined || stored.has(text)) continue;
    const has = `The link at ${itemText(path)} of ${aspect.name} has the scheme '${itemText(scheme)}:'`;
    const field = fieldAt(path);
    if (!OF_PEOPLE.has(aspect.name)) {
      if (HARMFUL.has(scheme))
        yield {
          message: `${has}, which is not allowed in links.`,
          field,
          ...because('LINK_SCHEME', { scheme, allowed: [] }),
        };
    } else if (!isAllowed(scheme, settings)) {
      const allowed = listText(settings.linkSchemes);
      yield {
        message: `${has}. Use one of ${allowed}, or ask an administrator to add it to links.schemes.`,
        field,
        ...because('LINK_SCHEME', { scheme, allowed: settings.linkSchemes }),
      };
    }
  }
}

function isAllowed(scheme: string, { linkSchemes: allowed }: ChangeSettings): boolean {
  return allowed.includes(scheme) && !HARMFUL.has(scheme);
}

/** The scheme as a browser reads it: it ignores leading control characters and spaces, and tabs and line breaks anywhere. */
function schemeOf(link: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- matching control characters is the purpose
  const read = link.replace(/[\t\n\r]/g, '').replace(/^[\u0000-\u0020]+/, '');
  return /^([a-z][a-z0-9+.-]*):/i.exec(read)?.[1]?.toLowerCase();
}
