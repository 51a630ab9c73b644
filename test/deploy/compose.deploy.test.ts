import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const TOOLS = process.env['MANIFEST_TOOLS'] ?? '/var/tmp/colophon-manifests';
const SCHEMA = join(TOOLS, 'compose.schema.json');
const VALIDATE = `
import json, sys, jsonschema
jsonschema.validate(json.load(sys.stdin), json.load(open(sys.argv[1])))
`;

const COMPOSE = v.looseObject({
  services: v.looseObject({
    colophon: v.looseObject({
      environment: v.record(v.string(), v.string()),
      read_only: v.literal(true),
      stop_grace_period: v.literal('130s'),
    }),
  }),
});

describe.each(['compose.yaml', 'compose.single.yaml'])('%s', (name) => {
  const content: unknown = parse(readFileSync(join(REPOSITORY, name), 'utf8'));

  beforeAll(() => {
    const { status, stderr } = spawnSync(join(REPOSITORY, 'services/manifests/install.sh'), {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });

  const validate = (compose: unknown) =>
    spawnSync(join(TOOLS, 'venv/bin/python3'), ['-c', VALIDATE, SCHEMA], {
      input: JSON.stringify(compose),
      encoding: 'utf8',
    });

  it('matches the schema of the Compose specification', () => {
    const { status, stderr } = validate(content);
    expect(status, stderr).toBe(0);
    const { services } = v.parse(COMPOSE, content);
    const misspelt = { services: { colophon: { ...services.colophon, readonly: true } } };
    expect(validate(misspelt).stderr).toContain('ValidationError');
  });

  it('sets only variables that the server supports', () => {
    const names = Object.keys(v.parse(COMPOSE, content).services.colophon.environment);
    const config = readFileSync(join(REPOSITORY, 'docs', 'config.md'), 'utf8');
    expect(names).not.toEqual([]);
    for (const variable of names) expect(config).toContain(`\`${variable}\``);
  });
});
