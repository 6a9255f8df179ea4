/**
 * What becomes of every column of a production when it is exported and imported. A table or a column that is new to the
 * schema must be named here, or the test that holds this list against the schema fails.
 */

import { annotationColumns } from '../../annotations/index.ts'

/** A table whose rows of a production are in its archive. */
export interface ArchivedTable {
  /** Which rows are the production's: `$1` is its id, `$2` that of its account. */
  readonly where: string
  /** By what rows here and there are known to be the same; ids keep their order. */
  readonly order: string
  /** As it was; ids in it are those that the same things have there. */
  readonly kept: readonly string[]
  /** Not carried: set by the import. */
  readonly fresh: readonly string[]
}

const ofProduction = 'production_id = $1'
/** Columns that every thing has. */
const resource = ['id', 'version', 'created', 'creator_id', 'last_updated'] as const
const writers = ['created_by', 'modified_by'] as const

type AnnotationColumn = keyof typeof annotationColumns
const annotationColumnNames = Object.keys(annotationColumns) as AnnotationColumn[]
const isCarried = (name: AnnotationColumn) => !('archived' in annotationColumns[name])

export const archivedTables: Readonly<Record<string, ArchivedTable>> = {
  production: {
    where: 'id = $1',
    order: 'id',
    kept: [...resource, 'name', 'description', 'type', 'active_status', 'delivery_date', 'settings'],
    fresh: [...writers, 'account_id', 'deleted'],
  },
  production_role: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'name', 'permissions'],
    fresh: [...writers],
  },
  production_participant: {
    // The importer is a member with all rights.
    where: `${ofProduction} and user_id is distinct from (select min(id) from users)`,
    order: 'coalesce(email_key, (select email_key from users where users.id = user_id))',
    kept: ['production_id', 'user_id', 'email_key', 'email', 'role_ids', 'rights', 'invitation_state', 'created'],
    fresh: ['id', 'token_hash', 'expires', 'undelivered', 'may_register'],
  },
  category: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'name', 'description', 'type', 'position', 'include_roles', 'role_ids'],
    fresh: [...writers],
  },
  custom_fields_description: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'kind', 'description'],
    fresh: [...writers],
  },
  editorial_object: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'object_type',
      'funnel',
      'parent_id',
      'category_id',
      'sub_objects_index',
      'details',
      'custom_fields',
      'system_fields',
    ],
    fresh: [...writers],
  },
  media_object: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'name',
      'type',
      'umid',
      'package_id',
      'file_name',
      'original_bytes',
      'duration_ms',
      'rate_num',
      'rate_den',
      'frame_count',
      'timecode_frames',
      'drop_frame',
      'key_frame',
      'proxy_online',
      'created_by_share_id',
      'created_by_shared_user_id',
    ],
    fresh: [...writers, 'growing', 'workflow_id', 'staging_name'],
  },
  media_frame_times: {
    where: ofProduction,
    order: 'media_object_id',
    kept: ['media_object_id', 'production_id', 'times', 'end_ms'],
    fresh: [],
  },
  media_instance: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'media_object_id',
      'type',
      'mime_type',
      'size',
      'file_name',
      'description',
      'profile',
      'quality',
      'duration_ms',
      'material_upload_complete',
      'material_info',
      'media_info',
      'source_instance_id',
      'announced_hash',
    ],
    fresh: [...writers, 'blob_key'],
  },
  media_track: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'media_instance_id', 'position', 'description'],
    fresh: [...writers],
  },
  annotation: {
    where: ofProduction,
    order: 'id',
    kept: [...annotationColumnNames.filter(isCarried), 'production_id'],
    fresh: annotationColumnNames.filter(name => !isCarried(name) && name !== 'production_id'),
  },
  subtitle_entry: {
    where: `annotation_id in (select id from annotation where ${ofProduction})`,
    order: 'annotation_id, position',
    kept: ['annotation_id', 'entry'],
    fresh: ['position'],
  },
  annotation_attachment: {
    where: ofProduction,
    order: 'editorial_object_id, annotation_id',
    kept: ['production_id', 'editorial_object_id', 'annotation_id', 'position', 'created'],
    fresh: [],
  },
  mention: {
    where: `annotation_id in (select id from annotation where ${ofProduction})`,
    order: 'annotation_id, mentioned_id',
    kept: ['annotation_id', 'mentioned_id', 'created'],
    fresh: [],
  },
  file_resource: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'editorial_object_id',
      'filename',
      'mime_type',
      'size',
      'md5',
      'md5_verified',
      'admin_only',
      'remove_from_quota',
      'required_rights',
      'details',
    ],
    fresh: [...writers, 'account_id'],
  },
  file_content: {
    where: `file_resource_id in (select id from file_resource where ${ofProduction})`,
    order: 'file_resource_id',
    kept: ['file_resource_id', 'bytes'],
    fresh: [],
  },
  share: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'editorial_object_id',
      'label',
      'description',
      'expires',
      'permissions',
      'password_protected',
      'client_properties',
    ],
    fresh: [...writers, 'shared_with_id', 'password_hash', 'token_hash', 'token_sealed', 'callback_url'],
  },
  shared_user: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'username', 'email', 'email_key', 'first_name', 'last_name', 'user_id'],
    fresh: [...writers, 'author_key'],
  },
  share_shared_user: {
    where: `share_id in (select id from share where ${ofProduction})`,
    order: 'share_id, shared_user_id',
    kept: ['share_id', 'shared_user_id', 'added', 'last_seen'],
    fresh: ['proven'],
  },
  share_recipient: {
    where: `share_id in (select id from share where ${ofProduction})`,
    order: 'id',
    kept: ['share_id', 'name', 'email', 'created', 'creator_id', 'ended'],
    fresh: ['id', 'last_opened', 'mailed', 'undelivered', 'token_hash', 'token_sealed'],
  },
  saved_search: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'name', 'parameters', 'shared', 'position'],
    fresh: [...writers],
  },
  delivery_workspace: {
    where: ofProduction,
    order: 'external_reference',
    kept: ['production_id', 'external_reference'],
    fresh: ['account_id', 'event_id'],
  },
  delivery_object: {
    where: ofProduction,
    order: 'role, external_reference',
    kept: ['production_id', 'role', 'external_reference', 'editorial_object_id'],
    fresh: [],
  },
  delivery_request: {
    where: ofProduction,
    order: 'id',
    kept: [...resource, 'production_id', 'editorial_object_id', 'active_status', 'details', 'template_key'],
    fresh: [...writers],
  },
  delivery_submission: {
    where: ofProduction,
    order: 'id',
    kept: [
      ...resource,
      'production_id',
      'delivery_request_id',
      'submission_version',
      'submission_status',
      'active_status',
      'pre_delivery_status',
      'annotation_ids',
      'form_field_values',
      'details',
    ],
    fresh: [...writers],
  },
  thesaurus: {
    where: 'account_id = $2',
    order: 'id',
    kept: [...resource, 'label', 'secondary_id', 'linked_thesaurus_id', 'form_fields_definition'],
    fresh: [...writers, 'account_id'],
  },
  thesaurus_entry: {
    where: 'thesaurus_id in (select id from thesaurus where account_id = $2)',
    order: 'id',
    kept: [
      ...resource,
      'thesaurus_id',
      'value',
      'label',
      'label_key',
      'linked_entry_id',
      'form_field_values',
      'custom_fields',
    ],
    fresh: [...writers],
  },
}

/** Tables of which an archive has nothing, by why that is so. */
export const leftOutTables: Readonly<Record<string, readonly string[]>> = {
  'of the service, or of an account': [
    'account',
    'account_invitation',
    'account_participant',
    'delivery_notice_secret',
    'login_failure',
    'mail_stop',
    'notification_preference',
    'password_reset',
    'recovery_code',
    'request_timing',
    'rushes_migration',
    'second_factor',
    'service_identity',
    'service_node',
    'session',
    'visitor_session',
    'speech_secret',
    'webhook',
    'webhook_delivery',
  ],
  'people are known by their addresses': ['users'],
  'the past': ['audit', 'event', 'event_follower', 'notification', 'outbox', 'share_visit'],
  'work, and what is on its way': [
    'annotation_bulk_item',
    'frame_times_due',
    'media_removal',
    'subtitle_draft',
    'subtitle_export',
    'subtitle_work',
    'transcription_answer',
    'transcription_run',
    'upload_chunk',
    'upload_close',
    'upload_range',
    'upload_session',
    'workflow',
    'workflow_task',
  ],
  'rebuilt from what is imported': [
    'search_body',
    'search_change',
    'search_document',
    'search_index',
    'search_missing_index',
    'search_rebuild_part',
    'search_removal',
    'search_slot',
    'search_unsettled',
    'search_value',
    'search_word',
  ],
}
