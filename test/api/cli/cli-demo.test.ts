import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../../support/catalog-client.ts';
import { jsonAt } from '../../support/json-at.ts';
import { Computer } from '../../support/run-colophon.ts';
import { startServer, type TestServer } from '../../support/start-server.ts';

let server: TestServer;
let computer: Computer;
beforeAll(async () => {
  server = await startServer();
  computer = new Computer(server);
});
afterAll(async () => {
  computer[Symbol.dispose]();
  await server.stop();
});

describe('colophon demo', () => {
  it('fills only an empty catalog', async () => {
    const { code, stdout, stderr } = await computer.run(['demo']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toContain('Loaded Hearth & Harbor: ');
    const client = clientOf(server);
    expect(await client.find('structuredProperties.io.hearth.personalData', 'EQUAL', ['email'])).not.toEqual(
      [],
    );
    expect(
      Object.keys(await client.facet('structuredProperties.io.hearth.dataClassification')).sort(),
    ).toEqual(['Confidential', 'Internal', 'Public', 'Restricted']);

    const again = await computer.run(['demo']);
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('already has datasets');
  });

  it('suggests only commands that work', async () => {
    const { stdout } = await computer.run(['demo', '--force']);
    const queries = stdout.split(/\n {2}# .*\n/).slice(1);
    expect(queries).toHaveLength(2);
    for (const query of queries) {
      const answer: unknown = await server.graphql(query);
      expect(jsonAt(answer, 'errors')).toBeUndefined();
      expect(JSON.stringify(jsonAt(answer, 'data'))).toMatch(/urn:li:dataset:|"count":[1-9]/);
    }
    const commands = [...stdout.matchAll(/^ {2}colophon (.*)$/gm)].map(([, line = '']) => line);
    expect(commands).toHaveLength(2);
    for (const command of commands) {
      const args = command.split(' ').map((word) => word.replaceAll("'", ''));
      expect(await computer.run(args)).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('prints counts of created entities, for programs', async () => {
    const made = await computer.json(['demo', '--force']);
    expect(jsonAt(made, 'by_type', 'structuredProperty')).toBeGreaterThanOrEqual(12);
    expect(jsonAt(made, 'entities')).toBeGreaterThan(850);
  });
});
