import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const CHART = join(REPOSITORY, 'deploy', 'helm', 'colophon');
const TOOLS = process.env['MANIFEST_TOOLS'] ?? '/var/tmp/colophon-manifests';
/** The oldest that the chart supports (`kubeVersion`), and the newest that the installed schemas know. */
const KUBERNETES = ['1.25', '1.37'];
const SEVERAL = ['--values', join(CHART, 'values-postgres-opensearch.yaml')];
const EVERYTHING = [
  'ingress.enabled=true',
  'ingress.host=catalog.example.com',
  'ingress.tlsSecret=certificate',
  'ingress.className=nginx',
  'ingress.path=/catalog',
  'serviceMonitor.enabled=true',
  'serviceMonitor.tokenSecret=metrics',
  'trustedProxies={10.0.0.0/8,192.168.0.1}',
  'config.readers=2',
  'config.changeLog.keepFor=30d',
  'image.pullSecrets={registry}',
  'persistence.storageClass=fast',
  'podAnnotations.team=data',
  'podLabels.team=data',
  'nodeSelector.disk=fast',
  'service.annotations.a=b',
  'tolerations[0].operator=Exists',
  'env[0].name=COLOPHON_OIDC_CLIENT_ID',
  'env[0].value=colophon',
  'rootPassword.secret=colophon-root',
  'stopDelaySeconds=20',
  'answerTimeoutSeconds=300',
].flatMap((value) => ['--set', value]);

const folder = mkdtempSync(join(tmpdir(), 'colophon-chart-'));

function helm(...args: readonly string[]) {
  return spawnSync(join(TOOLS, 'helm'), args, { encoding: 'utf8' });
}

const probe = v.object({ httpGet: v.object({ path: v.string(), port: v.literal('http') }) });
const WORKLOAD = v.object({
  kind: v.picklist(['StatefulSet', 'Deployment']),
  spec: v.object({
    replicas: v.number(),
    volumeClaimTemplates: v.optional(v.array(v.unknown())),
    template: v.object({
      spec: v.object({
        automountServiceAccountToken: v.boolean(),
        terminationGracePeriodSeconds: v.number(),
        securityContext: v.record(v.string(), v.unknown()),
        volumes: v.array(v.looseObject({ name: v.string() })),
        containers: v.tuple([
          v.object({
            env: v.array(v.looseObject({ name: v.string(), value: v.optional(v.string()) })),
            securityContext: v.record(v.string(), v.unknown()),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});

/** The manifests that the chart renders, checked against Kubernetes' schemas. */
function render(
  ...args: readonly string[]
): readonly { readonly kind: string; readonly manifest: unknown }[] {
  const { status, stdout, stderr } = helm('template', 'test', CHART, ...args);
  expect(status, stderr).toBe(0);
  const manifests = parseAllDocuments(stdout)
    .map((document) => document.toJS() as unknown)
    .filter((manifest) => manifest !== null)
    .map((manifest) => ({ kind: v.parse(v.looseObject({ kind: v.string() }), manifest).kind, manifest }));
  // A resource of the Prometheus operator, whose schema is not part of Kubernetes.
  const known = manifests.filter(({ kind }) => kind !== 'ServiceMonitor');
  const files = known.map(({ kind, manifest }) => {
    const file = join(folder, `${kind}.json`);
    writeFileSync(file, JSON.stringify(manifest));
    return file;
  });
  for (const version of KUBERNETES) {
    const check = spawnSync(
      join(TOOLS, 'venv/bin/kubernetes-validate'),
      ['--strict', '-k', version, ...files],
      { encoding: 'utf8' },
    );
    expect(check.status, check.stdout + check.stderr).toBe(0);
    expect(check.stdout.match(/ passed /g)).toHaveLength(files.length);
  }
  return manifests;
}

function workloadOf(manifests: ReturnType<typeof render>) {
  const found = manifests.find(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment');
  return v.parse(WORKLOAD, found?.manifest);
}

const kindsOf = (manifests: ReturnType<typeof render>): readonly string[] =>
  manifests.map(({ kind }) => kind).toSorted();

describe('the chart', () => {
  beforeAll(() => {
    const { status, stderr } = spawnSync(join(REPOSITORY, 'services/manifests/install.sh'), {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([[[]], [SEVERAL], [EVERYTHING], [[...SEVERAL, ...EVERYTHING]]])('passes lint with %j', (args) => {
    const { status, stdout } = helm('lint', '--strict', CHART, ...args);
    expect(status, stdout).toBe(0);
  });

  it('renders one process with a volume by default', () => {
    const manifests = render();
    expect(kindsOf(manifests)).toEqual(['Service', 'ServiceAccount', 'StatefulSet']);
    const { spec } = workloadOf(manifests);
    expect(spec.replicas).toBe(1);
    expect(spec.volumeClaimTemplates).toHaveLength(1);
    expect(spec.template.spec.volumes.map(({ name }) => name)).toEqual(['tmp']);
  });

  it('renders several processes on PostgreSQL and OpenSearch, with secrets by reference', () => {
    const manifests = render(...SEVERAL);
    expect(kindsOf(manifests)).toEqual(['Deployment', 'PodDisruptionBudget', 'Service', 'ServiceAccount']);
    const { spec } = workloadOf(manifests);
    expect(spec.replicas).toBe(3);
    const [{ env }] = spec.template.spec.containers;
    const secret = env.filter(({ valueFrom }) => valueFrom !== undefined);
    expect(secret.map(({ name }) => name).toSorted()).toEqual([
      'COLOPHON_LOGIN_ROOT_PASSWORD',
      'COLOPHON_SEARCH',
      'COLOPHON_SECRETS_KEY',
      'COLOPHON_STORE',
    ]);
  });

  it('renders every optional part', () => {
    const kinds = kindsOf(render(...SEVERAL, ...EVERYTHING));
    expect(kinds).toEqual([
      'ConfigMap',
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ]);
    const { env } = workloadOf(render(...EVERYTHING)).spec.template.spec.containers[0];
    const valueOf = (name: string) => env.find((variable) => variable.name === name)?.value;
    expect(valueOf('COLOPHON_PUBLIC_URL')).toBe('https://catalog.example.com/catalog');
    expect(valueOf('COLOPHON_TRUSTED_PROXIES')).toBe('10.0.0.0/8,192.168.0.1');
  });

  it('waits for the stop delay and the longest request before a pod is killed', () => {
    const spec = workloadOf(render(...EVERYTHING)).spec.template.spec;
    const { env } = spec.containers[0];
    expect(env).toContainEqual({ name: 'COLOPHON_STOP_DELAY', value: '20s' });
    expect(env).toContainEqual({ name: 'COLOPHON_LIMITS_ANSWER_TIMEOUT', value: '300s' });
    expect(spec.terminationGracePeriodSeconds).toBe(330);
  });

  it.each([[[]], [SEVERAL]])(
    'runs without privileges, and is probed by routes of the server (%j)',
    (args) => {
      const spec = workloadOf(render(...args)).spec.template.spec;
      const [container] = spec.containers;
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      const { startupProbe, livenessProbe, readinessProbe } = container;
      const routes = readFileSync(join(REPOSITORY, 'src/api/http/health-routes.ts'), 'utf8');
      for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
        expect(routes).toContain(`'${httpGet.path}'`);
      expect(livenessProbe.httpGet.path).not.toBe(readinessProbe.httpGet.path);
    },
  );

  it('sets only variables that the server supports', () => {
    const config = readFileSync(join(REPOSITORY, 'docs/config.md'), 'utf8');
    const { env } = workloadOf(render(...SEVERAL, ...EVERYTHING)).spec.template.spec.containers[0];
    // Names the file of the other options.
    const names = env.map(({ name }) => name).filter((name) => name !== 'COLOPHON_CONFIG');
    expect(names.length).toBeGreaterThan(7);
    for (const name of names) expect(config).toContain(`\`${name}\``);
  });

  it.each([
    [['replicas=2'], 'replicas is 2, but store.kind is embedded'],
    [['store.kind=postgres'], 'store.secret is empty'],
    [['store.kind=postgres', 'store.secret=s'], 'secretsKey.secret is empty'],
    [['store.secret=s'], 'store.secret is "s", but store.kind is embedded'],
    [['search.kind=opensearch'], 'search.secret is empty'],
    [['search.secret=s'], 'search.secret is "s", but search.kind is embedded'],
    [['ingress.enabled=true'], 'ingress.host is empty'],
    [['serviceMonitor.enabled=true'], '/metrics needs a token'],
    [['config.port=80'], 'config.port is set, but the chart sets this option. Use the value service'],
    [['config.limits.answerTimeout=9s'], 'Use the value answerTimeoutSeconds'],
    [['replica=2'], "additional properties 'replica' not allowed"],
    [['store.kind=mysql'], "value must be one of 'embedded', 'postgres'"],
    [['stopDelaySeconds=-1'], "at '/stopDelaySeconds'"],
    [['publicUrl=catalog.example.com'], "at '/publicUrl'"],
    [['persistence.size=large'], "at '/persistence/size'"],
  ])('refuses %j', (values, message) => {
    const { status, stderr } = helm(
      'template',
      'test',
      CHART,
      ...values.flatMap((value) => ['--set', value]),
    );
    expect(status).toBe(1);
    expect(stderr).toContain(message);
  });

  it('describes every value in its schema', () => {
    const schema = v.parse(
      v.object({ properties: v.record(v.string(), v.unknown()) }),
      JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')),
    );
    const [values] = parseAllDocuments(readFileSync(join(CHART, 'values.yaml'), 'utf8'));
    const names = Object.keys(v.parse(v.record(v.string(), v.unknown()), values?.toJS()));
    // Helm's own: values for a chart and those that it depends on.
    expect([...names, 'global'].toSorted()).toEqual(Object.keys(schema.properties).toSorted());
  });
});
