-- Comments with the security class INTERNAL are for the team only, and so are the answers to them.
alter table annotation add column is_internal boolean not null
  generated always as (funnel = 'ReviewComment' and coalesce(details -> 'securityClasses' ? 'INTERNAL', false)) stored;

with changed as (
  update annotation reply set details = jsonb_set(reply.details, '{securityClasses}',
    coalesce(reply.details -> 'securityClasses', '[]') || '["INTERNAL"]')
  from annotation root
  where root.id = reply.related_to_id and root.is_internal and not reply.is_internal
)
insert into search_change (kind, document_id) select 'annotation', id from annotation where is_internal
union select 'annotation', reply.id from annotation reply join annotation root on root.id = reply.related_to_id
  where root.is_internal;
