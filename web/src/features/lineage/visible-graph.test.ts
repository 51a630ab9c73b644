import { describe, expect, it } from 'vitest';
import type { LineageGraph, LineageNode } from './read-graph.ts';
import { visibleGraph } from './visible-graph.ts';

function node(urn: string, type: string, platform = 'hive'): LineageNode {
  return {
    urn,
    type,
    platform,
    name: urn,
    kind: type,
    isDeprecated: false,
    badges: [],
    hop: 0,
    hidden: { UPSTREAM: 0, DOWNSTREAM: 0 },
  };
}

/** A table that feeds another through two jobs in a row; a chart and the first table read the second. */
const GRAPH: LineageGraph = {
  nodes: [
    node('start', 'dataset'),
    node('job', 'dataJob', 'airflow'),
    node('copy', 'dataJob', 'airflow'),
    node('end', 'dataset'),
    node('chart', 'chart', 'looker'),
  ],
  edges: [
    edge('start', 'job'),
    edge('job', 'copy'),
    edge('copy', 'end'),
    edge('end', 'chart'),
    edge('end', 'job'),
  ],
  isCut: true,
};

function edge(from: string, to: string, isIndirect = false) {
  return { from, to, isIndirect };
}

function shown(hiddenTypes: readonly string[], platform?: string) {
  const { nodes, edges, isCut } = visibleGraph(GRAPH, 'start', { hiddenTypes, platform });
  return { nodes: nodes.map(({ urn }) => urn), edges, isCut };
}

describe('a filtered lineage', () => {
  it('is the same graph if nothing is hidden', () => {
    expect(visibleGraph(GRAPH, 'start', { hiddenTypes: ['tag'], platform: undefined })).toBe(GRAPH);
  });

  it('adds one edge across hidden nodes, and none from a node to itself', () => {
    expect(shown(['dataJob'])).toEqual({
      nodes: ['start', 'end', 'chart'],
      edges: [edge('start', 'end', true), edge('end', 'chart')],
      isCut: true,
    });
  });

  it('ends where all further nodes are hidden', () => {
    expect(shown(['chart', 'dataset'])).toMatchObject({
      nodes: ['start', 'job', 'copy'],
      edges: [edge('start', 'job'), edge('job', 'copy'), edge('copy', 'job', true)],
    });
  });

  it('always shows the start', () => {
    expect(shown(['dataset'], 'looker')).toMatchObject({
      nodes: ['start', 'chart'],
      edges: [edge('start', 'chart', true)],
    });
  });
});
