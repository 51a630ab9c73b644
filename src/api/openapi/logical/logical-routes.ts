import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Catalog } from '../../../auth/catalog.ts';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import type { MetadataChangeProposal } from '../../../model/proposal.ts';
import type { Urn } from '../../../model/urn.ts';
import { asObject, asText } from '../../../util/json/json-input.ts';
import type { JsonObject } from '../../../util/json.ts';
import { bodyOf } from '../../http/request-body.ts';
import { catalogOf } from '../../http/request-context.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { sendWritten, writtenEntities } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { V3 } from '../v3/dialect.ts';
import { columnPaths, columnUrn, requireColumns } from './columns.ts';

/** The second is the older path, which DataHub's guides still use. */
const BASES = ['/openapi/v3/logical', '/openapi/v3/entity/logical'] as const;
const ASPECT = 'logicalParent';
const DONE = { async: false, systemMetadata: false } as const;

interface ChildPath {
  readonly child: string;
}
interface LinkPath extends ChildPath {
  readonly parent: string;
}

/**
 * `/openapi/v3/logical/{child}/relationship/physicalInstanceOf[/{parent}]`: POST links a physical dataset to a logical
 * one, and its columns as the body maps them, parent column to child column; DELETE removes all these links.
 */
export function logicalRoutes(app: FastifyInstance, registry: EntityRegistry, now: () => number): void {
  const dataset = (text: string): Urn => urnOf(entitySpec(registry, 'dataset'), text);
  for (const base of BASES) {
    const ofChild = `${base}/:child/relationship/physicalInstanceOf`;
    app.delete<{ Params: ChildPath }>(ofChild, (request, reply) =>
      unlink(dataset(request.params.child), request, reply),
    );
    app.post<{ Params: LinkPath }>(`${ofChild}/:parent`, (request, reply) => {
      const { child, parent } = request.params;
      return link(dataset(child), dataset(parent), now(), request, reply);
    });
    refuseOtherMethods(app, ofChild, ['DELETE']);
    refuseOtherMethods(app, `${ofChild}/:parent`, ['POST']);
  }
}

async function link(
  child: Urn,
  parent: Urn,
  time: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const catalog = catalogOf(request);
  const columns = Object.entries(asObject(bodyOf(request), 'The body')).map(
    ([ofParent, ofChild]) => [ofParent, asText(ofChild, `Column ${ofParent}`)] as const,
  );
  await requireEdit(catalog, [child, parent]);
  await requireColumns(
    catalog,
    parent,
    columns.map(([ofParent]) => ofParent),
  );
  await requireColumns(
    catalog,
    child,
    columns.map(([, ofChild]) => ofChild),
  );
  const stamp = { time, actor: catalog.actor.urn };
  const instanceOf = (urn: Urn, destinationUrn: Urn): MetadataChangeProposal =>
    upsert(urn, { parent: { destinationUrn, created: stamp, lastModified: stamp } });
  const ofColumns = columns.map(([ofParent, ofChild]) =>
    instanceOf(columnUrn(child, ofChild), columnUrn(parent, ofParent)),
  );
  return write(catalog, [instanceOf(child, parent), ...ofColumns], reply);
}

/** Writes only entities that have a parent, so that no column entity is created. */
async function unlink(child: Urn, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const catalog = catalogOf(request);
  await requireEdit(catalog, [child]);
  const columns = (await columnPaths(catalog, child)) ?? [];
  const urns = [child, ...columns.map((path) => columnUrn(child, path))];
  const found = await catalog.getEntities(urns, [ASPECT]);
  const linked = urns.filter((urn) => found.get(urn)?.get(ASPECT)?.value['parent'] !== undefined);
  return write(
    catalog,
    linked.map((urn) => upsert(urn, {})),
    reply,
  );
}

async function requireEdit(catalog: Catalog, datasets: readonly Urn[]): Promise<void> {
  for (const urn of datasets) {
    const denial = `${catalog.actor.urn} is unauthorized to UPDATE ${urn}.`;
    await catalog.requireEntityPrivilege('EDIT_ENTITY', urn, denial);
  }
}

function upsert(urn: Urn, value: JsonObject): MetadataChangeProposal {
  return { urn, aspectName: ASPECT, changeType: 'UPSERT', value };
}

async function write(
  catalog: Catalog,
  proposals: readonly MetadataChangeProposal[],
  reply: FastifyReply,
): Promise<FastifyReply> {
  const result = await catalog.ingest(proposals);
  return sendWritten(reply, result, DONE, listJson(writtenEntities(V3, result, DONE)));
}
