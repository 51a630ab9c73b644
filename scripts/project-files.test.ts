import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '..');
const contents = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8');
const filesOf = (pattern: string): readonly string[] => globSync(pattern, { cwd: REPOSITORY });

const text = v.pipe(v.string(), v.nonEmpty());
const names = v.array(text);

/** What the tests below read of a workflow; `scripts/release/check.sh workflows` checks the syntax. */
const workflow = v.object({
  jobs: v.record(
    text,
    v.object({
      permissions: v.optional(v.record(text, text), {}),
      'timeout-minutes': v.number(),
      steps: v.array(v.object({ run: v.optional(v.string(), ''), uses: v.optional(text) })),
    }),
  ),
});
const jobsOf = (name: string) => v.parse(workflow, parse(contents(`.github/workflows/${name}`))).jobs;

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
  const scripts = v.parse(
    v.object({ scripts: v.record(text, text) }),
    JSON.parse(contents('package.json')),
  ).scripts;

  it.each(filesOf('.github/workflows/*').map((file) => basename(file)))(
    '%s runs what exists, and pins its actions by commit',
    (name) => {
      const steps = Object.values(jobsOf(name)).flatMap((job) => job.steps);
      const commands = steps.map(({ run }) => run).join('\n');
      const programs = commands.match(/(?<=^|\s)(?:\.ci|scripts)\/[\w./-]+/gm) ?? [];
      expect(programs.filter((program) => !existsSync(join(REPOSITORY, program)))).toEqual([]);
      const called = [...commands.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script]) => script);
      expect(called.filter((script) => !Object.hasOwn(scripts, script ?? ''))).toEqual([]);
      const actions = steps.flatMap(({ uses }) => uses ?? []);
      expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([]);
    },
  );

  it('end a gate that hangs, after three times what it should take', () => {
    const gate = jobsOf('ci.yml')['gate'];
    expect(gate?.['timeout-minutes']).toBe(90);
    expect(JSON.stringify(gate?.steps)).toContain(' .ci/run');
  });

  it('give the right to write only to the job that publishes, which installs and builds nothing', () => {
    const jobs = jobsOf('release.yml');
    const writing = Object.keys(jobs).filter((name) =>
      Object.values(jobs[name]?.permissions ?? {}).includes('write'),
    );
    expect(writing).toEqual(['publish']);
    expect(jobs['publish']?.steps.map(({ run }) => run).join('\n')).not.toMatch(/npm (?:ci|install|run)/);
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
