import type { ReactNode } from 'react';
import { counted } from '../../components/counted.ts';
import { refusalWords } from '../../api/errors/refusal-words.ts';
import type { RefusalData } from '../../api/errors/words.ts';
import { Button } from '../../components/controls/button.tsx';
import { Row, Soft, Stack } from '../../components/layout/layout.tsx';
import type { EditFailure, EditReport } from '../../shared/edits/edit-report.ts';
import { EntityLink } from '../../shared/entities/entity-link.tsx';
import type { EditField } from './edit-fields.ts';
import type { EditWords } from './edit-words.ts';

/** Assets listed for one reason. */
const LISTED = 100;

/** Refusals of an edit, folded by reason, with a way out where there is one. */
export function EditRefusals({
  report: { about, failures, failureCount },
  words,
  onSetInstead,
}: {
  readonly report: EditReport;
  readonly words: EditWords;
  /** Repeats the dry run with `set` instead of `add` for a field; absent: not offered. */
  readonly onSetInstead?: ((field: string) => void) | undefined;
}): ReactNode {
  if (failures.length === 0) return null;
  const groups = Map.groupBy(failures, ({ code, field, kind }) => `${code} ${kind} ${field}`);
  return (
    <section aria-label="Refused">
      <Stack gap={2}>
        <h2>Refused</h2>
        {[...groups].map(([key, group]) => (
          <Group
            key={key}
            group={group}
            words={words}
            isUndo={about.kind !== 'changes' && about.kind !== 'file'}
            onSetInstead={onSetInstead}
          />
        ))}
        {failureCount > failures.length && (
          <Soft>{counted(failureCount - failures.length, 'more refusal')} not listed.</Soft>
        )}
      </Stack>
    </section>
  );
}

function Group({
  group,
  words,
  isUndo,
  onSetInstead,
}: {
  readonly group: readonly EditFailure[];
  readonly words: EditWords;
  readonly isUndo: boolean;
  readonly onSetInstead: ((field: string) => void) | undefined;
}): ReactNode {
  const [first] = group;
  if (first === undefined) return null;
  const rest = group.length - LISTED;
  const isAlike = group.every(({ data }) => JSON.stringify(data) === JSON.stringify(first.data));
  // The general reason holds for all; what differs is said for each.
  const ownReason = isAlike ? undefined : (kind: string, data: RefusalData) => refusalWords(kind, data) ?? '';
  return (
    <div>
      <Row>
        <details>
          <summary>{reasonText(first, group.length, words, { isUndo, isAlike })}</summary>
          <ul>
            {group.slice(0, LISTED).map(({ data, kind, line, urn }, index) => (
              <li key={index}>
                {line !== undefined && `Line ${line.toLocaleString('en')}: `}
                {urn.startsWith('urn:li:') ? <EntityLink urn={urn} name={words.entityName(urn)} /> : urn}
                {ownReason !== undefined && ` – ${ownReason(kind, data)}`}
              </li>
            ))}
          </ul>
          {rest > 0 && <Soft>{counted(rest, 'more asset')} not listed.</Soft>}
        </details>
        {first.kind === 'HAS_VALUE' && onSetInstead !== undefined && (
          <Button
            look="quiet"
            onPress={() => {
              onSetInstead(first.field);
            }}
          >
            Set instead
          </Button>
        )}
      </Row>
    </div>
  );
}

/** Kinds that a sentence about several assets says better than that about one. */
const GENERAL: ReadonlySet<string> = new Set([
  'CHANGED_SINCE',
  'ENTITY_MISSING',
  'HISTORY_MISSING',
  'PRIVILEGE_MISSING',
]);

/** Why these assets were refused: `20 assets have a value of Team already`. */
function reasonText(
  { code, data, field, kind }: EditFailure,
  count: number,
  words: EditWords,
  { isAlike, isUndo }: { readonly isAlike: boolean; readonly isUndo: boolean },
): string {
  const assets = counted(count, 'asset');
  const name = field === '' ? 'it' : words.fieldName(field);
  const [has, does, is] = count === 1 ? ['has', 'does', 'is'] : ['have', 'do', 'are'];
  if (kind === 'HAS_VALUE' && field === 'deprecation') return `${assets} ${is} deprecated already`;
  if (kind === 'HAS_VALUE' && field === 'description') return `${assets} ${has} a description already`;
  if (code === 'NOT_FOUND' && field === 'description')
    return `${assets} cannot have a description: ${count === 1 ? 'it is' : 'they are'} incomplete, or not in the schema`;
  if (!isUndo && code === 'INVALID_REQUEST' && field === 'description')
    return `${assets}: this type has no description to edit`;
  if (!isUndo && code === 'VALIDATION' && field === 'deprecation')
    return `${assets}: this type cannot be deprecated`;
  if (kind === 'HAS_VALUE') return `${assets} ${has} a value of ${name} already`;
  if (kind === 'URN_INVALID' && !isUndo)
    return `${assets}: ${name} takes urns instead of names; an export has them`;
  const own = isAlike && !GENERAL.has(kind) ? refusalWords(kind, data) : undefined;
  if (own !== undefined) return name === 'it' ? `${assets}: ${own}` : `${assets}, ${name}: ${own}`;
  switch (code) {
    case 'FORBIDDEN':
      return `You may not change ${name === 'it' ? '' : `${name} of `}${assets}`;
    case 'NOT_FOUND':
      return field === ''
        ? `${assets} ${does} not exist, or you may not see ${count === 1 ? 'it' : 'them'}`
        : `${assets}: what ${name} should be set to does not exist`;
    case 'CONFLICT':
    case 'PRECONDITION':
      return `${assets}: ${name} was changed by someone since, and stays`;
    case 'GONE':
      return `${assets}: the earlier value of ${name} is no longer kept`;
    case 'TOO_LARGE':
      return `${assets} would become too large`;
    default:
      return isUndo
        ? `${assets}: the earlier value of ${name} is no longer allowed`
        : `${assets}: ${name} does not take the value${rulesText(words.fieldOf(field))}`;
  }
}

/** What a field takes, after its name: `. It takes one number.` */
function rulesText(field: EditField | undefined): string {
  if (field === undefined) return '';
  const { allowedValues, isMultiple, valueType } = field;
  const one = isMultiple ? '' : 'one ';
  const types: Readonly<Record<string, string>> = {
    number: isMultiple ? 'numbers' : 'number',
    date: isMultiple ? 'dates as 2026-01-31' : 'date as 2026-01-31',
    urn: isMultiple ? 'names of the catalog' : 'name of the catalog',
  };
  const what = types[valueType] ?? (isMultiple ? 'texts' : 'text');
  return allowedValues === undefined ? `, but ${one}${what}` : `, but ${one}of its allowed values`;
}
