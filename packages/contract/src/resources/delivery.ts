import Type from 'typebox'
import {
  about,
  alwaysWith,
  creation,
  Flag,
  FreeForm,
  Id,
  Instant,
  listOf,
  Name,
  oneOf,
  replacement,
  shape,
  storedResource,
  Text,
} from '../shapes.ts'
import { EditorialObject } from './collection.ts'
import { FormFieldsDefinition } from './form-fields.ts'

const activeStatus = oneOf('Active', 'Archived')

/** What a request asks for; templates may give all of it but `activeStatus` and where it stands. */
export const deliveryRequestDetails = {
  label: Type.Optional(about(Name, 'title of the request that supplier and reviewer see')),
  group: Type.Optional(about(Name, 'heading under which clients list the request')),
  subGroup: Type.Optional(about(Name, 'second heading below `group`')),
  description: Type.Optional(about(Text, 'what the supplier is asked to deliver')),
  deliveryRequestType: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]+$',
      maxLength: 200,
      description: 'kind of delivery for programs: letters, digits and dashes',
    }),
  ),
  allowFlowTransfer: Type.Optional(about(Flag, 'whether files may be uploaded to this service; read by clients')),
  allowMultipleSubmissions: Type.Optional(
    Type.Boolean({ description: 'whether another submission may follow before the last was rejected or has failed' }),
  ),
  continueFromPreviousSubmission: Type.Optional(
    Type.Boolean({ description: 'whether a new submission starts from the last one; read by clients only' }),
  ),
  assignee: Type.Optional(about(Name, 'who is responsible for the delivery')),
  clientProperties: Type.Optional(about(FreeForm, 'free-form properties of clients, stored unchanged')),
  deliveryDate: Type.Optional(about(Instant, 'deadline of the delivery, in epoch milliseconds')),
  expectedDeliveryDate: Type.Optional(about(Instant, 'when the delivery is expected, in epoch milliseconds')),
  formFieldsDefinition: Type.Optional(about(FormFieldsDefinition, 'fields of the form that each submission fills in')),
  formFieldValues: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'values with which the form of a submission starts' }),
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
  activeStatus: Type.Optional(
    about(activeStatus, 'Archived requests and submissions are kept but not worked on; Active when absent'),
  ),
  editorialObjectId: Type.Optional(about(Id, 'id of the season or episode to which the request belongs')),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
} as const

/** What a supplier is asked to deliver for a season or an episode. */
export const DeliveryRequest = storedResource('DeliveryRequest', {
  ...alwaysWith(deliveryRequestFields, 'activeStatus', 'productionId'),
  editorialObject: Type.Optional(
    about(EditorialObject, 'that season or episode; only with `includeEditorialObject`, ignored in requests'),
  ),
})
export type DeliveryRequest = Type.Static<typeof DeliveryRequest>
export const DeliveryRequestCreation = creation('DeliveryRequestCreation', {
  ...deliveryRequestFields,
  editorialObject: Type.Optional(
    about(Type.Unknown(), 'that season or episode; only with `includeEditorialObject`, ignored in requests'),
  ),
})
export type DeliveryRequestCreation = Type.Static<typeof DeliveryRequestCreation>
export const DeliveryRequestReplacement = replacement('DeliveryRequestReplacement', {
  ...deliveryRequestFields,
  editorialObject: Type.Optional(
    about(Type.Unknown(), 'that season or episode; only with `includeEditorialObject`, ignored in requests'),
  ),
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
  secret: Type.String({ description: 'key that signs the notices, `whsec_…`; returned only once' }),
})

export const verdicts = ['Pending', 'Rejected', 'Accepted'] as const
export type Verdict = (typeof verdicts)[number]

/** A clip of a submission, by its annotation (`id` or `annotationId`) or by itself; answered with all of them. */
export const SubmittedAnnotation = shape('SubmittedAnnotation', {
  id: Type.Optional(about(Id, 'id of the annotation of the clip, as other annotations have it')),
  objectType: Type.Optional(about(Name, 'type name of the annotation')),
  annotationId: Type.Optional(about(Id, 'the same as `id`; use either one, or `mediaObjectId`')),
  mediaObjectId: Type.Optional(about(Id, 'id of the submitted clip (media object)')),
})
export type SubmittedAnnotation = Type.Static<typeof SubmittedAnnotation>

const submissionFields = {
  deliveryRequestId: Type.Optional(about(Id, 'id of the delivery request that this answers')),
  activeStatus: Type.Optional(
    about(activeStatus, 'Archived requests and submissions are kept but not worked on; Active when absent'),
  ),
  attachedAnnotations: Type.Optional(about(listOf(SubmittedAnnotation, 1000), 'the submitted clips, at most 1,000')),
  formFieldValues: Type.Optional(about(FreeForm, 'values of the form by field name, as the request defines them')),
  submissionComments: Type.Optional(about(Text, 'message of the supplier to the reviewer')),
  skipReview: Type.Optional(Type.Boolean({ description: 'skips this step of the submission; needs DELIVERY_MANAGE' })),
  skipValidation: Type.Optional(
    Type.Boolean({ description: 'skips this step of the submission; needs DELIVERY_MANAGE' }),
  ),
  reviewStatus: Type.Optional(
    Type.Enum([...verdicts], { description: 'decided with DELIVERY_MANAGE once it is AwaitingReview' }),
  ),
  reviewComments: Type.Optional(
    Type.String({ maxLength: 100_000, description: 'why it was accepted or rejected: given with `reviewStatus`' }),
  ),
  productionId: Type.Optional(about(Id, 'id of the production that contains it')),
} as const

const submissionState = {
  submissionStatus: Type.Optional(
    about(oneOf(...submissionStatuses), 'how far the submission is, from Draft to Accepted or Rejected'),
  ),
  submissionVersion: Type.Optional(Type.Integer({ description: 'the first submission of a request is 1' })),
  allClipsPreDeliveryStatus: Type.Optional(
    Type.Enum([...preDeliveryStatuses], { description: 'state of the clip that is least advanced' }),
  ),
  autoValidatedAt: Type.Optional(about(Instant, 'when automatic validation ended, in epoch milliseconds')),
  autoValidationError: Type.Optional(about(Type.String(), 'why automatic validation could not finish')),
  autoValidationReport: Type.Optional(about(FreeForm, 'what automatic validation found, free-form')),
  autoValidationStatus: Type.Optional(about(oneOf(...verdicts), 'verdict of automatic validation on the clips')),
  deliveryError: Type.Optional(about(Type.String(), 'why the transfer to the volume failed')),
  deliveryReport: Type.Optional(about(FreeForm, 'what was transferred to the volume, free-form')),
  deliveryWorkflowId: Type.Optional(
    Type.String({ description: 'id of the workflow that transfers files to the volume of `volumeAccessHandle`' }),
  ),
  deliveryStatus: Type.Optional(about(oneOf('Pending', 'Delivered', 'Failed'), 'state of the transfer to the volume')),
  reviewedAt: Type.Optional(about(Instant, 'when the review was decided, in epoch milliseconds')),
  reviewer: Type.Optional(Type.Integer({ minimum: 0, description: 'id of the user who did it' })),
  submittedAt: Type.Optional(about(Instant, 'when the draft was submitted, in epoch milliseconds')),
  submitter: Type.Optional(Type.Integer({ minimum: 0, description: 'id of the user who did it' })),
} as const

/** One version of what a supplier delivers to a request. */
export const DeliveryRequestSubmission = storedResource('DeliveryRequestSubmission', {
  ...alwaysWith(
    submissionFields,
    'deliveryRequestId',
    'activeStatus',
    'attachedAnnotations',
    'formFieldValues',
    'productionId',
  ),
  ...submissionState,
})
export type DeliveryRequestSubmission = Type.Static<typeof DeliveryRequestSubmission>

const returnedState = Object.fromEntries(
  [...Object.keys(submissionState), 'deliveryRequest'].map(name => [
    name,
    Type.Optional(Type.Unknown({ description: 'ignored: clients may send back what they read' })),
  ]),
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
