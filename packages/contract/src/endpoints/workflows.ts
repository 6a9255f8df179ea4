import Type from 'typebox'
import { bearerOfTheLink, orShare, productionRight, systemRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { DocumentList, searchParameters } from '../resources/search.ts'
import { WorkflowCallback, WorkflowMinWrapper, WorkflowRedoRequest } from '../resources/workflow.ts'
import { listOf, oneOf } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')
/** Workflow ids are texts; one that no workflow has is not found. */
const WorkflowId = Type.String({ maxLength: 100 })

export const workflows = endpointsOf('workflows', {
  listWorkflows: endpoint({
    method: 'GET',
    path: '/production/{prId}/workflow',
    summary:
      'Workflows, newest first; `fq` and `sort` know id, type, name, funnel, status, label, mediaObjectId, editorialObjectId, productionId, accountId, userId, adminOnly, created, workflowStarted, workflowCompleted, workflowFailed, completed',
    access: view,
    query: paging,
    success: { status: 200, body: listOf(WorkflowMinWrapper), kind: 'list' },
    errors: ['BadRequestError'],
  }),
  searchRuns: endpoint({
    method: 'GET',
    path: '/flow/debug/search',
    summary:
      'Search the workflows of every production (`objectType` WorkflowReport) and their tasks (TaskReport): definition, status, times, attempts, worker, errors',
    access: systemRight('DEVOPS'),
    query: searchParameters,
    success: { status: 200, body: DocumentList, kind: 'search' },
    errors: ['BadRequestError'],
  }),
  getWorkflow: endpoint({
    method: 'GET',
    path: '/production/{prId}/workflow/{id}',
    aliases: ['/production/{prId}/workflowReport/{id}'],
    params: { id: WorkflowId },
    summary: 'The report of a workflow',
    access: view,
    success: { status: 200, body: WorkflowMinWrapper },
  }),
  cancelWorkflow: endpoint({
    method: 'POST',
    path: '/production/{prId}/workflow/{id}/cancel',
    params: { id: WorkflowId },
    summary: 'Cancel a workflow; running tasks are stopped. One that has ended cannot be cancelled (409)',
    access: productionRight('WORKFLOW_MANAGE'),
    success: { status: 200, body: WorkflowMinWrapper },
    errors: ['ConflictError'],
  }),
  pauseWorkflow: endpoint({
    method: 'POST',
    path: '/production/{prId}/workflow/{id}/pause',
    params: { id: WorkflowId },
    summary:
      'Pause a workflow: running tasks are stopped, none begins, until it is resumed; 409 where it cannot be paused',
    access: productionRight('WORKFLOW_MANAGE'),
    success: { status: 200, body: WorkflowMinWrapper },
    errors: ['ConflictError'],
  }),
  resumeWorkflow: endpoint({
    method: 'POST',
    path: '/production/{prId}/workflow/{id}/resume',
    params: { id: WorkflowId },
    summary: 'Resume a paused workflow; tasks that were stopped start over',
    access: productionRight('WORKFLOW_MANAGE'),
    success: { status: 200, body: WorkflowMinWrapper },
    errors: ['ConflictError'],
  }),
  redoWorkflow: endpoint({
    method: 'POST',
    path: '/production/{prId}/workflow/{id}/redo',
    params: { id: WorkflowId },
    summary: 'Do a workflow that has ended again, under its id: all of it, or with `redoSingleTask` a part',
    access: productionRight('WORKFLOW_MANAGE'),
    body: WorkflowRedoRequest,
    bodyOptional: true,
    success: { status: 200, body: WorkflowMinWrapper },
    errors: ['ConflictError', 'ValidationError'],
  }),
  completeByCallback: endpoint({
    method: 'POST',
    path: '/production/{prId}/workflow/{id}/callback/{task}',
    params: { id: WorkflowId, task: Type.String({ maxLength: 100 }) },
    summary:
      'Complete a task that is in `WaitForCallback`, with the token of its callback (as `access_token` or as bearer); once',
    access: bearerOfTheLink,
    body: WorkflowCallback,
    bodyOptional: true,
    success: { status: 204, kind: 'nothing' },
    errors: ['UnauthorizedError', 'NotFoundError', 'ConflictError'],
  }),
  followWorkflow: endpoint({
    method: 'GET',
    path: '/production/{prId}/{alias}/{id}/progress',
    params: { alias: oneOf('workflow', 'workflowReport'), id: WorkflowId },
    summary:
      'Waits for a workflow. `Accept: text/event-stream` gets server-sent events, one report each, until the workflow ends; anything else gets the final report as JSON, after blanks that keep the connection alive. After an hour, or when the service stops, the report of that moment ends the answer: ask again',
    access: productionRight('PRODUCTION_VIEW', orShare('UPLOAD', 'list')),
    success: {
      status: 200,
      kind: 'raw',
      body: WorkflowMinWrapper,
      contentTypes: ['application/json', 'text/event-stream'],
    },
  }),
})
