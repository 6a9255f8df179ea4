import Type from 'typebox'
import {
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  listOf,
  Name,
  oneOf,
  replacement,
  resource,
  shape,
  Text,
} from '../shapes.ts'
import { EditorialObject } from './collection.ts'
import { FormFieldsDefinition } from './form-fields.ts'

const activeStatus = oneOf('Active', 'Archived')

/** What a request asks for; templates may give all of it but `activeStatus` and where it stands. */
export const deliveryRequestDetails = {
  label: Type.Optional(Name),
  group: Type.Optional(Name),
  subGroup: Type.Optional(Name),
  description: Type.Optional(Text),
  deliveryRequestType: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9-]+$', maxLength: 200, description: 'letters, digits and dashes' }),
  ),
  allowFlowTransfer: Type.Optional(Flag),
  allowMultipleSubmissions: Type.Optional(
    Type.Boolean({ description: 'whether another submission may follow before the last was rejected or has failed' }),
  ),
  continueFromPreviousSubmission: Type.Optional(Type.Boolean({ description: 'read by clients alone' })),
  assignee: Type.Optional(Name),
  clientProperties: Type.Optional(FreeForm),
  deliveryDate: Type.Optional(Instant),
  expectedDeliveryDate: Type.Optional(Instant),
  formFieldsDefinition: Type.Optional(FormFieldsDefinition),
  formFieldValues: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'what submissions begin with' }),
  ),
  volumeAccessHandle: Type.Optional(
    Type.String({ maxLength: 1000, description: 'names the storage credentials of the supplier' }),
  ),
} as const

/** The same without where it stands: what a template and its overrides amount to. */
export const DeliveryRequestDetails = shape('DeliveryRequestDetails', deliveryRequestDetails)
export type DeliveryRequestDetails = Type.Static<typeof DeliveryRequestDetails>

const deliveryRequestFields = {
  ...deliveryRequestDetails,
  activeStatus: Type.Optional(activeStatus),
  editorialObjectId: Type.Optional(Id),
  productionId: Type.Optional(Id),
} as const

/** What a supplier is asked to deliver for a season or an episode. */
export const DeliveryRequest = resource('DeliveryRequest', {
  ...deliveryRequestFields,
  editorialObject: Type.Optional(EditorialObject),
})
export type DeliveryRequest = Type.Static<typeof DeliveryRequest>
export const DeliveryRequestCreation = creation('DeliveryRequestCreation', {
  ...deliveryRequestFields,
  editorialObject: Type.Optional(Type.Unknown()),
})
export type DeliveryRequestCreation = Type.Static<typeof DeliveryRequestCreation>
export const DeliveryRequestReplacement = replacement('DeliveryRequestReplacement', {
  ...deliveryRequestFields,
  editorialObject: Type.Optional(Type.Unknown()),
})
export type DeliveryRequestReplacement = Type.Static<typeof DeliveryRequestReplacement>

export const submissionStatuses = [
  'Open',
  'Draft',
  'AwaitingProbe',
  'AwaitingAutoValidation',
  'AwaitingDelivery',
  'AwaitingReview',
  'Accepted',
  'Rejected',
  'DraftFailed',
  'DeliveryFailed',
] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]

export const preDeliveryStatuses = [
  'TransferStarted',
  'TransferCompleted',
  'ProbeCompleted',
  'TransferFailed',
  'ProbeFailed',
  'LinkCompleted',
  'LinkFailed',
] as const
export type PreDeliveryStatus = (typeof preDeliveryStatuses)[number]

/** What the notices of an account's bootstraps are signed with. */
export const NoticeSecret = shape('DeliveryNoticeSecret', {
  secret: Type.String({ description: '`whsec_…`, shown this once' }),
})

export const verdicts = ['Pending', 'Rejected', 'Accepted'] as const
export type Verdict = (typeof verdicts)[number]

/** A clip of a submission, by its annotation (`id` or `annotationId`) or by itself; answered with all of them. */
export const SubmittedAnnotation = shape('SubmittedAnnotation', {
  id: Type.Optional(Id),
  objectType: Type.Optional(Name),
  annotationId: Type.Optional(Id),
  mediaObjectId: Type.Optional(Id),
})
export type SubmittedAnnotation = Type.Static<typeof SubmittedAnnotation>

const submissionFields = {
  deliveryRequestId: Type.Optional(Id),
  activeStatus: Type.Optional(activeStatus),
  attachedAnnotations: Type.Optional(listOf(SubmittedAnnotation, 1000)),
  formFieldValues: Type.Optional(FreeForm),
  submissionComments: Type.Optional(Text),
  skipReview: Type.Optional(Type.Boolean({ description: 'needs DELIVERY_MANAGE to set' })),
  skipValidation: Type.Optional(Type.Boolean({ description: 'needs DELIVERY_MANAGE to set' })),
  reviewStatus: Type.Optional(
    Type.Enum([...verdicts], { description: 'decided with DELIVERY_MANAGE once it is AwaitingReview' }),
  ),
  reviewComments: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'why it was accepted or rejected: given with `reviewStatus`' }),
  ),
  productionId: Type.Optional(Id),
} as const

const submissionState = {
  submissionStatus: Type.Optional(oneOf(...submissionStatuses)),
  submissionVersion: Type.Optional(Type.Integer({ description: 'the first submission of a request is 1' })),
  allClipsPreDeliveryStatus: Type.Optional(
    Type.Enum([...preDeliveryStatuses], { description: 'how far the clip is that is least far' }),
  ),
  autoValidatedAt: Type.Optional(Instant),
  autoValidationError: Type.Optional(Type.String()),
  autoValidationReport: Type.Optional(FreeForm),
  autoValidationStatus: Type.Optional(oneOf(...verdicts)),
  deliveryError: Type.Optional(Type.String()),
  deliveryReport: Type.Optional(FreeForm),
  deliveryWorkflowId: Type.Optional(
    Type.String({ description: 'of the transfer to the volume that `volumeAccessHandle` names' }),
  ),
  deliveryStatus: Type.Optional(oneOf('Pending', 'Delivered', 'Failed')),
  reviewedAt: Type.Optional(Instant),
  reviewer: Type.Optional(Type.Integer({ minimum: 0, description: 'id of the user' })),
  submittedAt: Type.Optional(Instant),
  submitter: Type.Optional(Type.Integer({ minimum: 0, description: 'id of the user' })),
} as const

/** One version of what a supplier delivers to a request. */
export const DeliveryRequestSubmission = resource('DeliveryRequestSubmission', {
  ...submissionFields,
  ...submissionState,
})
export type DeliveryRequestSubmission = Type.Static<typeof DeliveryRequestSubmission>

const returnedState = Object.fromEntries(
  [...Object.keys(submissionState), 'deliveryRequest'].map(name => [name, Type.Optional(Type.Unknown())]),
) as Record<keyof typeof submissionState | 'deliveryRequest', Type.TOptional<Type.TUnknown>>
export const SubmissionCreation = creation('DeliveryRequestSubmissionCreation', {
  ...submissionFields,
  ...returnedState,
})
export type SubmissionCreation = Type.Static<typeof SubmissionCreation>
export const SubmissionReplacement = replacement('DeliveryRequestSubmissionReplacement', {
  ...submissionFields,
  ...returnedState,
})
export type SubmissionReplacement = Type.Static<typeof SubmissionReplacement>
