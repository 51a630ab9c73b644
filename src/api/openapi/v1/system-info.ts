import type { FastifyInstance } from 'fastify';
import { getSystemInfo } from '../../../operations/maintenance/get-system-info.ts';
import type { OutputOf } from '../../../operations/operation.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { requesterOf } from '../../http/request-context.ts';
import { runs } from '../../http/route-needs.ts';

const BASE = '/openapi/v1/system-info';

type Info = OutputOf<typeof getSystemInfo>;

/** Answers by path below the base. */
const ANSWERS: Readonly<Record<string, (info: Info) => object>> = {
  '': (info) => ({ springComponents: components(info) }),
  '/spring-components': components,
  '/properties': details,
  '/properties/simple': ({ properties }) => properties,
};

/** `/openapi/v1/system-info`: version, state and settings of the server, in DataHub's form. */
export function systemInfoRoutes(app: FastifyInstance): void {
  for (const [path, present] of Object.entries(ANSWERS)) {
    const url = BASE + path;
    app.get(url, runs(getSystemInfo), async (request) =>
      present(await requesterOf(request).run(getSystemInfo, {})),
    );
    refuseOtherMethods(app, url, ['GET', 'HEAD']);
  }
}

/** One process serves what DataHub splits into three. */
function components({ version }: Info): object {
  const component = (name: string): object => ({ name, status: 'AVAILABLE', version, properties: {} });
  return {
    gms: component('GMS'),
    maeConsumer: component('MAE Consumer'),
    mceConsumer: component('MCE Consumer'),
  };
}

function details({ properties }: Info): object {
  const source = 'colophon';
  const entries = Object.entries(properties);
  return {
    properties: Object.fromEntries(
      entries.map(([key, value]) => [key, { key, value, resolvedValue: value, source, sourceType: source }]),
    ),
    propertySources: [{ name: source, type: source, propertyCount: entries.length }],
    totalProperties: entries.length,
    redactedProperties: 0,
  };
}
