import { valueText } from '../values/value-text.ts';

/** The parts of a deprecation in a bulk edit. */
export interface DeprecationParts {
  readonly note: string;
  /** `yyyy-MM-dd`, epoch ms if it is not a UTC midnight, or '' for none. */
  readonly decommissionTime: string;
  readonly replacement: string | undefined;
}

const NAMED = /^(note|decommissionTime|replacement)=/;
/** Value of a deprecation without a note. */
const WITHOUT_NOTE = 'deprecated';

/** The values of a change that deprecates without a note. */
export const DEPRECATED: readonly string[] = [WITHOUT_NOTE];

/** The parts that the values of a change or a report name. */
export function partsOf(values: readonly string[]): DeprecationParts {
  const named = new Map(
    values.map((value) => {
      const [prefix = ''] = NAMED.exec(value) ?? [];
      return [prefix.slice(0, -1) || 'note', value === WITHOUT_NOTE ? '' : value.slice(prefix.length)];
    }),
  );
  return {
    note: named.get('note') ?? '',
    decommissionTime: named.get('decommissionTime') ?? '',
    replacement: named.get('replacement'),
  };
}

/** The values of a change that deprecates with these parts. */
export function deprecationValues({
  decommissionTime,
  note,
  replacement,
}: DeprecationParts): readonly string[] {
  return [
    note === '' ? WITHOUT_NOTE : `note=${note}`,
    ...(decommissionTime === '' ? [] : [`decommissionTime=${decommissionTime}`]),
    ...(replacement === undefined ? [] : [`replacement=${replacement}`]),
  ];
}

/** A deprecation in words: `Use orders 2 · decommissioned on 31 Jan 2027 · use Orders`; '' without values. */
export function deprecationText(values: readonly string[], nameOf: (urn: string) => string): string {
  if (values.length === 0) return '';
  const { decommissionTime, note, replacement } = partsOf(values);
  return [
    note === '' ? 'Deprecated' : valueText('string', note),
    ...(decommissionTime === '' ? [] : [`decommissioned on ${dayText(decommissionTime)}`]),
    ...(replacement === undefined ? [] : [`replaced by ${nameOf(replacement)}`]),
  ].join(' · ');
}

function dayText(moment: string): string {
  const time = /^-?\d+$/.test(moment) ? new Date(Number(moment)) : undefined;
  if (time === undefined || Number.isNaN(time.getTime())) return valueText('date', moment);
  return valueText('date', time.toISOString().slice(0, 10));
}
