-- Invitations: where they were sent, the token that accepts them, and until when it does.
alter table production_participant
  add column email text,
  add column token_hash bytea unique,
  add column expires bigint;
update production_participant set email = email_key, expires = created + 1209600000 where user_id is null;
create index production_participant_invited on production_participant (email_key) where user_id is null;

-- Categories name the roles they are for.
alter table category add column role_ids bigint[] not null default '{}';
update category set role_ids = array(
  select role.id from production_role role
  where role.production_id = category.production_id
    and exists (
      select from jsonb_array_elements(category.roles) as given
      where given ->> 'id' = role.id::text or given ->> 'name' = role.name or given #>> '{}' in (role.id::text, role.name)
    )
  order by role.id
);
alter table category drop column roles;
