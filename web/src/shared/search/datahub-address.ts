import { escapeText, formatCriterion, isOperator } from './search-address.ts';

const PREFIX = 'filter_';
/** Value of `unionType` for filters of which one must match. */
const ANY = '1';

/**
 * Translates the address of a search in DataHub's web interface into ours: `query`, and filters such as
 * `filter_platform___false___EQUAL___0=urn:li:dataPlatform:hive` (field, whether negated, operator, position) or
 * `filter_platform=...`, with commas between values. What has no meaning here becomes a `filter` that is reported as not
 * understood. Undefined if the address has no such parameter.
 */
export function fromDataHub(parameters: URLSearchParams): URLSearchParams | undefined {
  const names = [...parameters.keys()];
  if (!names.some((name) => name === 'query' || name.startsWith(PREFIX))) return undefined;
  const isAny = parameters.get('unionType') === ANY;
  const translated = new URLSearchParams();
  for (const [name, value] of parameters) {
    if (name === 'query') {
      if (value !== '' && value !== '*') translated.set('q', value);
    } else if (name.startsWith(PREFIX)) {
      if (isAny) translated.append('or', '');
      translated.append('filter', translatedFilter(name, value));
    } else if (name !== 'unionType') {
      translated.append(name, value);
    }
  }
  return translated;
}

function translatedFilter(name: string, text: string): string {
  const [field = '', negated = 'false', asked = 'EQUAL'] = name.slice(PREFIX.length).split('___');
  const operator = asked === 'IN' ? 'EQUAL' : asked;
  const isPlain = /^[\w.]+$/.test(field) && /^(?:true|false)$/.test(negated);
  if (!isPlain || !isOperator(operator) || (operator !== 'EXISTS' && text === ''))
    return escapeText(`${name}=${text}`, ':');
  // Urns have commas of their own, within parentheses.
  const values = text.split(/,(?![^(]*\))/u).map((value) => value.replaceAll('%2C', ','));
  return formatCriterion({ field, operator, values, isNegated: negated === 'true' });
}
