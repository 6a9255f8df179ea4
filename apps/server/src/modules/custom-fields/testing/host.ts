/** The service of a file of tests, with a production for each test, and who may describe its custom fields. */

import { after, before, beforeEach } from 'node:test'
import type { Client } from '@rushes/client'
import type { CustomFieldDescription, CustomFieldsDescriptionReplacement } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'

/** There from before the first test until after the last. */
export let kit: TestService
/** Of the test that runs. */
export let prId: number
export let api: Client

export function hostProduction(): void {
  before(async () => {
    kit = await startTestService()
  })
  after(() => kit.stop())
  beforeEach(async () => {
    prId = (await kit.createProduction()).id
    api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
  })
}

export const putDescription = (body: CustomFieldsDescriptionReplacement) =>
  api.customFields.updateAnnotationFields({ prId, body })
/** Describes the fields of annotations. */
export const describeFields = (
  fields: Record<string, CustomFieldDescription>,
  rest: CustomFieldsDescriptionReplacement = {},
) => putDescription({ fields, ...rest })
