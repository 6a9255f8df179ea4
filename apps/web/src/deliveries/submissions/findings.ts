/** What the service found of a submission on its way: pure. */

import type { DeliveryRequest, DeliveryRequestSubmission, PreDeliveryStatus } from '@rushes/contract'
import { texts } from './messages.ts'

export interface Finding {
  readonly kind: 'good' | 'attention' | 'danger' | 'info'
  readonly text: string
  /** Where it is, or why. */
  readonly detail?: string | undefined
}

type Part = Readonly<Record<string, unknown>>
const toPart = (value: unknown): Part => Object(value) as Part

export function listFindings(request: DeliveryRequest, submission: DeliveryRequestSubmission): Finding[] {
  return [...findFiles(submission), ...findFaults(request, submission), ...findDelivery(request, submission)]
}

const filesByState: Readonly<Record<PreDeliveryStatus, readonly [Finding['kind'], Parameters<typeof texts>[0]]>> = {
  ProbeCompleted: ['good', 'filesRead'],
  LinkCompleted: ['good', 'filesRead'],
  TransferStarted: ['info', 'filesArriving'],
  TransferCompleted: ['info', 'filesBeingRead'],
  TransferFailed: ['danger', 'filesMissing'],
  ProbeFailed: ['danger', 'filesFailed'],
  LinkFailed: ['danger', 'filesFailed'],
}

function findFiles({ allClipsPreDeliveryStatus: state, attachedAnnotations = [] }: DeliveryRequestSubmission) {
  if (state === undefined || attachedAnnotations.length === 0) return []
  const [kind, key] = filesByState[state]
  return [{ kind, text: texts(key, { count: attachedAnnotations.length }) }]
}

function findFaults(request: DeliveryRequest, submission: DeliveryRequestSubmission): Finding[] {
  const { autoValidatedAt, autoValidationError, autoValidationReport } = submission
  if (autoValidatedAt === undefined) return []
  const { skipped, faults } = toPart(autoValidationReport)
  if (skipped === true) return [{ kind: 'attention', text: texts('checksSkipped') }]
  const found = Array.isArray(faults) ? faults.map(toPart) : []
  if (found.length > 0) {
    return found.map(({ path, message }) => ({
      kind: 'danger',
      text: nameField(request, String(path ?? '')),
      detail: String(message ?? ''),
    }))
  }
  if (autoValidationError !== undefined) return [{ kind: 'danger', text: autoValidationError }]
  const hasForm = Object.keys(request.formFieldsDefinition?.fields ?? {}).length > 0
  return hasForm ? [{ kind: 'good', text: texts('formComplete') }] : []
}

/** How many faults the automatic checks found. */
export function countFaults({ autoValidationReport }: DeliveryRequestSubmission): number {
  const { faults } = toPart(autoValidationReport)
  return Array.isArray(faults) ? faults.length : 0
}

/** The label of the field that a JSON Pointer leads to. */
function nameField(request: DeliveryRequest, path: string): string {
  const name = /^\/formFieldValues\/([^/]+)/.exec(path)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? path
  return request.formFieldsDefinition?.fields?.[name]?.label || name
}

function findDelivery(request: DeliveryRequest, { deliveryError, deliveryReport }: DeliveryRequestSubmission) {
  const findings: Finding[] = []
  const { editorialObjectId, volume } = toPart(deliveryReport)
  if (editorialObjectId !== undefined) {
    const name = request.editorialObject?.title ?? `#${editorialObjectId}`
    findings.push({ kind: 'good', text: texts('addedTo', { name }) })
  }
  if (volume !== undefined) {
    const { handle, transferred, files, place } = toPart(volume)
    const values = { volume: String(handle), count: Array.isArray(files) ? files.length : 0 }
    findings.push(
      transferred === true
        ? { kind: 'good', text: texts('copied', values), detail: String(place ?? '') }
        : { kind: 'attention', text: texts('notCopied', values) },
    )
  }
  if (deliveryError !== undefined) {
    findings.push({ kind: 'danger', text: texts('notDelivered'), detail: deliveryError })
  }
  return findings
}
