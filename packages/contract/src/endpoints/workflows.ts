import Type from 'typebox'
import { orShare, productionRight } from '../access.ts'
import { endpoint, endpointsOf } from '../endpoint.ts'
import { paging } from '../paging.ts'
import { WorkflowMinWrapper } from '../resources/workflow.ts'
import { listOf, oneOf } from '../shapes.ts'

const view = productionRight('PRODUCTION_VIEW')
/** Workflow ids are texts; one that no workflow has is not found. */
const WorkflowId = Type.String({ maxLength: 100 })

export const workflows = endpointsOf('workflows', {
  listWorkflows: endpoint({
    method: 'GET',
    path: '/production/{prId}/workflow',
    summary:
      'Workflows, newest first; `fq` knows id, type, status, label, mediaObjectId, userId, created, workflowStarted, completed',
    access: view,
    query: paging,
    success: { status: 200, body: listOf(WorkflowMinWrapper), kind: 'list' },
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
