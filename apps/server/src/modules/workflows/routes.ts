import { contract } from '@rushes/contract'
import { type Api, implement } from '../../platform/http/index.ts'
import { searchRuns } from './listing/documents.ts'
import { receiveCallback } from './runs/callback.ts'
import * as service from './service.ts'

const { workflows } = contract

/** Which endpoint of workflows is answered by which use case; answers that wait end when the service stops. */
export function addWorkflowRoutes(api: Api): void {
  implement(api, workflows.listWorkflows, (ctx, { params, query }) => service.listWorkflows(ctx, params.prId, query))
  implement(api, workflows.searchRuns, (ctx, { query }) => searchRuns(ctx, query))
  implement(api, workflows.getWorkflow, (ctx, { params }) => service.getWorkflow(ctx, params.prId, params.id))
  implement(api, workflows.cancelWorkflow, (ctx, { params }) => service.cancelWorkflow(ctx, params.prId, params.id))
  implement(api, workflows.pauseWorkflow, (ctx, { params }) => service.pauseWorkflow(ctx, params.prId, params.id))
  implement(api, workflows.resumeWorkflow, (ctx, { params }) => service.resumeWorkflow(ctx, params.prId, params.id))
  implement(api, workflows.redoWorkflow, (ctx, { params, body }) =>
    service.redoWorkflow(ctx, params.prId, params.id, body),
  )
  implement(api, workflows.completeByCallback, async (ctx, { params, body, exchange }) => {
    const place = { productionId: params.prId, workflowId: params.id, task: params.task }
    await receiveCallback(ctx, place, exchange.credentials?.token, body ?? {})
    return undefined
  })
  implement(api, workflows.followWorkflow, (ctx, { params, exchange }) =>
    service.followWorkflow(ctx, { productionId: params.prId, id: params.id, exchange, stopping: api.stopping }),
  )
}
