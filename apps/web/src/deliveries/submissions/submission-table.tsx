import type { DeliveryRequest, DeliveryRequestSubmission } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { RecordName, Records } from '../../design/lists/records.tsx'
import { Status } from '../../design/status/status.tsx'
import { formatDay } from '../../platform/dates.ts'
import { Link } from '../../platform/router.tsx'
import { toAddress } from '../addresses.ts'
import type { People } from '../load.ts'
import { type Asked, findMissing, isEditable } from '../standing.ts'
import { countFaults } from './findings.ts'
import { texts } from './messages.ts'
import { SubmissionState } from './submission-status.tsx'

interface SubmissionTableProps {
  prId: number
  asked: Asked
  people: People
  /** The id of the one that is shown from near. */
  chosen: number | undefined
}

/** The versions that were submitted to a request, the newest first. */
export function SubmissionTable({ prId, asked, people, chosen }: SubmissionTableProps) {
  const { request, submissions } = asked
  return (
    <Records
      label={texts('submission')}
      columns={[
        ['minmax(0, 4fr)', texts('submission')],
        ['minmax(0, 3fr)', texts('state')],
        ['minmax(0, 2fr)', texts('checks')],
        ['minmax(0, 2fr)', texts('sentOn')],
      ]}
      items={submissions}
      toKey={({ id }) => id}
      isChosen={({ id }) => id === chosen}
    >
      {submission => toCells(prId, request, submission, people)}
    </Records>
  )
}

function toCells(
  prId: number,
  request: DeliveryRequest,
  submission: DeliveryRequestSubmission,
  people: People,
): ComponentChildren[] {
  const { id, submissionVersion = 0, submissionStatus = 'Open', submittedAt, attachedAnnotations = [] } = submission
  const clips = attachedAnnotations.length
  return [
    <RecordName
      key="name"
      name={
        <Link href={toAddress(prId, { request: request.id, submission: id })}>
          {texts('version', { version: submissionVersion })}
        </Link>
      }
      facts={[
        people.get(submission.submitter ?? submission.creatorId ?? 0),
        clips > 0 ? texts('clipCount', { count: clips }) : undefined,
      ]}
    />,
    <SubmissionState key="state" state={submissionStatus} />,
    <Result key="result" request={request} submission={submission} />,
    submittedAt !== undefined && formatDay(submittedAt),
  ]
}

/** What is missing before it can be submitted; what the checks found afterwards. */
function Result({ request, submission }: { request: DeliveryRequest; submission: DeliveryRequestSubmission }) {
  const faults = countFaults(submission)
  if (!isEditable(submission)) {
    return faults === 0 ? null : <Status kind="danger">{texts('faultCount', { count: faults })}</Status>
  }
  const { needed, missing } = findMissing(request.formFieldsDefinition?.fields, submission.formFieldValues)
  if (missing.length > 0) {
    return <Status kind="attention">{texts('missingCount', { count: missing.length })}</Status>
  }
  return needed > 0 ? <Status kind="good">{texts('isComplete')}</Status> : null
}
