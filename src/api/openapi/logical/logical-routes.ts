import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EntityRegistry } from '../../../model/entity-registry.ts';
import { entitySpec, urnOf } from '../../../model/registry/find-in-registry.ts';
import type { Urn } from '../../../model/urn.ts';
import type { IngestResult } from '../../../operations/entities/ingest-proposals.ts';
import { linkPhysicalInstance } from '../../../operations/lineage/link-physical-instance.ts';
import type { InputOf } from '../../../operations/operation.ts';
import { unlinkPhysicalInstance } from '../../../operations/lineage/unlink-physical-instance.ts';
import { asObject, asText } from '../../../util/json/json-input.ts';
import { bodyOf } from '../../http/request-body.ts';
import { requesterOf } from '../../http/request-context.ts';
import { refuseOtherMethods } from '../../http/refuse-other-methods.ts';
import { runs } from '../../http/route-needs.ts';
import { sendWritten, writtenEntities } from '../answer-writes.ts';
import { listJson } from '../aspect-json.ts';
import { V3 } from '../v3/dialect.ts';

/** The second is the older path, still used in DataHub's guides. */
const BASES = ['/openapi/v3/logical', '/openapi/v3/entity/logical'] as const;
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
export function logicalRoutes(app: FastifyInstance, registry: EntityRegistry): void {
  const dataset = (text: string): Urn => urnOf(entitySpec(registry, 'dataset'), text);
  for (const base of BASES) {
    const ofChild = `${base}/:child/relationship/physicalInstanceOf`;
    app.delete<{ Params: ChildPath }>(ofChild, runs(unlinkPhysicalInstance), async (request, reply) => {
      const child = dataset(request.params.child);
      return answer(reply, await requesterOf(request).run(unlinkPhysicalInstance, { childUrn: child }));
    });
    app.post<{ Params: LinkPath }>(
      `${ofChild}/:parent`,
      runs(linkPhysicalInstance),
      async (request, reply) => {
        const { child, parent } = request.params;
        const link = {
          childUrn: dataset(child),
          logicalParentUrn: dataset(parent),
          columnMappings: columnsOf(request),
        };
        return answer(reply, await requesterOf(request).run(linkPhysicalInstance, link));
      },
    );
    refuseOtherMethods(app, ofChild, ['DELETE']);
    refuseOtherMethods(app, `${ofChild}/:parent`, ['POST']);
  }
}

function columnsOf(request: FastifyRequest): InputOf<typeof linkPhysicalInstance>['columnMappings'] {
  return Object.entries(asObject(bodyOf(request), 'The body')).map(([parentFieldPath, childFieldPath]) => ({
    parentFieldPath,
    childFieldPath: asText(childFieldPath, `Column ${parentFieldPath}`),
  }));
}

function answer(reply: FastifyReply, result: IngestResult): FastifyReply {
  return sendWritten(reply, DONE, listJson(writtenEntities(V3, result, DONE)));
}
