-- Who did what about access: logins, refusals, locks, second factors, passwords, tokens, rights. Only ever added to.
create table audit (
  id bigint generated always as identity primary key,
  created bigint not null,
  action text not null,
  -- Whether it was done, or refused.
  succeeded boolean not null,
  -- Whom it was about: for a login of nobody known, null.
  user_id bigint,
  account_id bigint,
  production_id bigint,
  share_id bigint,
  address text,
  request_id text not null,
  actor jsonb not null,
  detail jsonb not null default '{}'
);
create index audit_created on audit (created, id);
create index audit_user on audit (user_id, id) where user_id is not null;
create index audit_action on audit (action, id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only added to';
end
$$;
create trigger audit_is_only_added_to before update or delete or truncate on audit
  for each statement execute function refuse_audit_change();
