/** Entity type of the runs of ingestion sources. */
export const EXECUTION_REQUEST = 'dataHubExecutionRequest';
