import { globSync, readFileSync } from 'node:fs';
import { TypeInfo, buildSchema, getNamedType, isObjectType, parse, visit, visitWithTypeInfo } from 'graphql';
import { describe, expect, it } from 'vitest';

/** Names of fields that may hold a sentence of the server. */
const NAMES =
  /^(messages?|reasons?|errors?|missing|warnings?|details?|explanation|summary|failure|problems?|causes?)$/i;

/** Fields of GraphQL with sentences of the server: for programs, never for pages. Their data is beside them. */
const SENTENCES = [
  'AccessReason.text',
  'BulkEdit.error',
  'BulkEditFailure.message',
  'Health.message',
  'ImportDocumentsResult.errors',
  'NearestPolicy.missing',
  'PatchEntityResult.error',
  'PlannedStructuredProperty.reasons',
  'PolicyEvaluationDetail.reason',
  'PrivilegeExplanation.reason',
  'TestDefinitionProblem.message',
  'TestValidationResult.messages',
  'WebhookStop.message',
];

/** Fields with such names that hold codes, urns, or what people and other systems wrote. */
const DATA = [
  'AuditedRequest.reason',
  'BulkEditFailure.cause',
  'Health.causes',
  'IncidentStatus.message',
  // The answer of the receiver: pages fold it below their own words.
  'WebhookDelivery.error',
  'WebhookStop.reason',
];

/** Reads of such members of REST answers and errors, by file in `web/src`, each with why it is not shown as it is. */
const READS: Readonly<Record<string, string>> = {
  'api/api-error.ts': 'messages of PageError are words of the page; others are technical details',
  'api/errors/problems.ts': 'parses problems; pages show their words',
  'api/explain.ts': 'an error without data, and reasons as data',
  'api/query.ts': 'warnings in words',
  'api/request.ts': 'the message of ApiError, which is a technical detail',
  'components/feedback/notices.tsx': 'problems in words',
  'features/columns/columns-grid.tsx': 'a key',
  'features/columns/edits/apply-edits.ts': 'problems in words',
  'features/columns/grid/named-values.ts': 'errors of the page',
  'features/ingestion/run-report.ts': 'the report of an executor, which is another program',
  'features/ingestion/source-draft.ts': 'the parser in the browser',
  'features/operations/doctor-result.tsx': 'folded as technical details',
  'features/operations/operations-data.ts':
    'problems in words; a code; the error of a job, which is folded as technical details',
  'shared/edits/edit-report.ts': 'only whether there is an error',
};

const READ =
  /\['(?:messages?|reasons?|errors?|missing|warnings?|explanation)'\]|\(\w+, '(?:messages?|reasons?|errors?|missing)'\)|\b\w+\.message\b/;

const SCHEMA = buildSchema(read('docs/api/schema.graphql'), { assumeValid: true });
const FILES = globSync('web/src/**/*.{ts,tsx}', { cwd: new URL('../', import.meta.url) }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

describe('sentences of the server', () => {
  it('are all known: a field with such a name is a sentence or data', () => {
    const found = Object.values(SCHEMA.getTypeMap()).flatMap((type) =>
      isObjectType(type) && !type.name.startsWith('__')
        ? Object.values(type.getFields())
            .filter((field) => NAMES.test(field.name) && getNamedType(field.type).name === 'String')
            .map((field) => `${type.name}.${field.name}`)
        : [],
    );
    expect(found.sort()).toEqual(
      [...SENTENCES, ...DATA].filter((field) => field !== 'AccessReason.text').sort(),
    );
  });

  it('are selected by no page', () => {
    const selected = FILES.flatMap((file) =>
      [...read(file).matchAll(/graphql\(\s*`([^`]*)`/g)].flatMap(([, document = '']) =>
        fieldsIn(document).filter((field) => SENTENCES.includes(field)),
      ),
    );
    expect(selected).toEqual([]);
    // Documents built by hand.
    expect(read('web/src/api/reason.ts')).not.toMatch(
      /\btext\b.*REASON_FIELDS|REASON_FIELDS =\s*'[^']*\btext\b/,
    );
  });

  it('are read from REST answers only where a page has its own words', () => {
    const reading = FILES.filter((file) => READ.test(read(file))).map((file) => file.replace('web/src/', ''));
    expect(reading.sort()).toEqual(Object.keys(READS).sort());
  });
});

function fieldsIn(document: string): readonly string[] {
  const info = new TypeInfo(SCHEMA);
  const found: string[] = [];
  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Field: ({ name }) => {
        found.push(`${info.getParentType()?.name ?? ''}.${name.value}`);
      },
    }),
  );
  return found;
}

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}
