import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '..');
const contents = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');
const filesOf = (pattern: string): readonly string[] => globSync(pattern, { cwd: REPOSITORY });

const text = v.pipe(v.string(), v.nonEmpty());
const names = v.array(text);
const branches = v.nullable(v.strictObject({ branches: v.optional(names) }));
const events = v.strictObject({ push: branches, pull_request: v.optional(branches) });
const settings = v.record(text, v.union([text, v.number(), v.boolean()]));

/** A step runs a command or an action that names its major version. */
const step = v.union([
  v.strictObject({
    name: v.optional(text),
    if: v.optional(text),
    run: text,
    env: v.optional(settings),
  }),
  v.strictObject({
    name: v.optional(text),
    if: v.optional(text),
    uses: v.pipe(text, v.regex(/^[\w-]+\/[\w/-]+@v\d+$/)),
    with: v.optional(settings),
  }),
]);

/** The part of GitHub's workflow syntax in use. Permissions and a timeout are required. */
const workflow = v.strictObject({
  name: text,
  on: events,
  permissions: v.record(text, v.picklist(['read', 'write', 'none'])),
  concurrency: v.optional(v.strictObject({ group: text, 'cancel-in-progress': text })),
  jobs: v.record(
    v.pipe(v.string(), v.regex(/^[a-z][\w-]*$/)),
    v.strictObject({
      'runs-on': text,
      container: v.optional(text),
      'timeout-minutes': v.pipe(v.number(), v.maxValue(360)),
      steps: v.pipe(v.array(step), v.minLength(1)),
    }),
  ),
});

const validations = v.optional(v.strictObject({ required: v.boolean() }));
const described = { label: text, description: v.optional(text) };
const question = <Type extends string, Attributes extends v.ObjectEntries>(
  type: Type,
  attributes: Attributes,
) => v.strictObject({ type: v.literal(type), id: text, attributes: v.strictObject(attributes), validations });

const issueForm = v.strictObject({
  name: text,
  description: text,
  labels: names,
  body: v.array(
    v.variant('type', [
      v.strictObject({ type: v.literal('markdown'), attributes: v.strictObject({ value: text }) }),
      question('input', described),
      question('textarea', { ...described, render: v.optional(text) }),
      question('dropdown', { ...described, options: names }),
      question('checkboxes', {
        ...described,
        options: v.array(v.strictObject({ label: text, required: v.boolean() })),
      }),
    ]),
  ),
});

describe('workflows', () => {
  it.each(filesOf('.github/workflows/*'))('%s keeps to the syntax, and pins its actions', (file) => {
    const { jobs } = v.parse(workflow, parse(contents(file)));
    const commands = Object.values(jobs).flatMap(({ steps }) =>
      steps.flatMap((of) => ('run' in of ? of.run : [])),
    );
    const programs = commands.flatMap((command) => command.match(/(?<=^|\s)\.\/?[\w./-]+/g) ?? []);
    expect(programs.filter((program) => !existsSync(join(REPOSITORY, program)))).toEqual([]);
  });

  it('run the gate within 45 minutes', () => {
    const { jobs } = v.parse(workflow, parse(contents('.github/workflows/ci.yml')));
    expect(jobs['gate']?.['timeout-minutes']).toBe(45);
    expect(JSON.stringify(jobs['gate']?.steps)).toContain(' .ci/run');
  });
});

describe('issue forms', () => {
  it.each(filesOf('.github/ISSUE_TEMPLATE/*.yml').filter((file) => !file.endsWith('config.yml')))(
    '%s keeps to the syntax, with distinct ids and labels',
    (file) => {
      const { body } = v.parse(issueForm, parse(contents(file)));
      const questions = body.flatMap((of) => (of.type === 'markdown' ? [] : of));
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
      expect(new Set(questions.map(({ attributes }) => attributes.label)).size).toBe(questions.length);
    },
  );
});

describe('CODEOWNERS', () => {
  it('names files that exist, and teams or people', () => {
    const lines = contents('.github/CODEOWNERS')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) {
      const [pattern = '', ...owners] = line.split(/\s+/);
      expect(filesOf(pattern.replace(/^\//, ''))).not.toEqual([]);
      expect(owners.filter((owner) => !/^@[\w-]+(\/[\w-]+)?$/.test(owner))).toEqual([]);
      expect(owners).not.toEqual([]);
    }
  });
});

describe('.editorconfig', () => {
  it('has the width of .oxfmtrc.json', () => {
    const [, everyFile = ''] = contents('.editorconfig').split(/^\[\*\]$/m);
    const width = v.parse(
      v.object({ printWidth: v.number() }),
      JSON.parse(contents('.oxfmtrc.json')),
    ).printWidth;
    expect(everyFile.split(/^\[/m)[0]).toContain(`max_line_length = ${width}\n`);
  });
});
