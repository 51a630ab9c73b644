"""Defines a property, assigns it to a dataset and finds the dataset by it, with DataHub's SDK (`acryl-datahub`)."""

import os

from datahub.emitter.mcp import MetadataChangeProposalWrapper
from datahub.ingestion.graph.client import DataHubGraph, DatahubClientConfig
from datahub.metadata.schema_classes import (
    DatasetPropertiesClass,
    PropertyValueClass,
    StructuredPropertiesClass,
    StructuredPropertyDefinitionClass,
    StructuredPropertyValueAssignmentClass,
)

PROPERTY = "urn:li:structuredProperty:com.example.classification"
DATASET = "urn:li:dataset:(urn:li:dataPlatform:postgres,shop.customers,PROD)"

graph = DataHubGraph(
    DatahubClientConfig(
        server=os.environ.get("COLOPHON_URL", "http://127.0.0.1:8080"),
        token=os.environ["COLOPHON_TOKEN"],
    )
)

graph.emit(
    MetadataChangeProposalWrapper(
        entityUrn=PROPERTY,
        aspect=StructuredPropertyDefinitionClass(
            qualifiedName="com.example.classification",
            displayName="Classification",
            valueType="urn:li:dataType:datahub.string",
            entityTypes=["urn:li:entityType:datahub.dataset"],
            allowedValues=[PropertyValueClass(value="public"), PropertyValueClass(value="internal")],
        ),
    )
)
print(f"defined {PROPERTY}")


def assign(value):
    assignment = StructuredPropertyValueAssignmentClass(propertyUrn=PROPERTY, values=[value])
    for aspect in (
        DatasetPropertiesClass(name="customers", description="One row for each customer"),
        StructuredPropertiesClass(properties=[assignment]),
    ):
        graph.emit(MetadataChangeProposalWrapper(entityUrn=DATASET, aspect=aspect))


assign("internal")
print(f"assigned internal to {DATASET}")

condition = {"field": "structuredProperties.com.example.classification", "values": ["internal"]}
for urn in graph.get_urns_by_filter(entity_types=["dataset"], extraFilters=[condition]):
    print(f"found {urn}")

values = graph.get_aspect(DATASET, StructuredPropertiesClass).properties
print(f"read {values[0].values} of {values[0].propertyUrn}")

try:
    assign("secret")
except Exception as error:
    print(f"refused: {error}")
