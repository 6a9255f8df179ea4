-- Delivery workspaces: which production and which collections represent which objects of a planning system.
create table delivery_workspace (
  account_id bigint not null references account (id) on delete cascade,
  external_reference text collate "C" not null,
  production_id bigint not null references production (id) on delete cascade,
  -- The event that was applied last: an older one changes nothing any more.
  event_id bigint not null,
  primary key (account_id, external_reference)
);

create table delivery_object (
  production_id bigint not null references production (id) on delete cascade,
  -- parent, product or episode.
  role text not null,
  external_reference text collate "C" not null,
  editorial_object_id bigint not null references editorial_object (id) on delete cascade,
  primary key (production_id, role, external_reference)
);
create index delivery_object_collection on delivery_object (editorial_object_id);

create table delivery_request (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id) on delete cascade,
  editorial_object_id bigint references editorial_object (id) on delete set null,
  active_status text not null default 'Active' check (active_status in ('Active', 'Archived')),
  details jsonb not null,
  -- The template that it was made from: one request for each collection.
  template_key text collate "C",
  unique (editorial_object_id, template_key)
);
create index delivery_request_production on delivery_request (production_id, id);

-- A collection that is deleted leaves its requests without a place: their search documents follow.
create function note_lost_place() returns trigger language plpgsql as $$
begin
  insert into search_change (kind, document_id) values ('deliveryRequest', new.id);
  return null;
end
$$;
create trigger delivery_request_lost_place after update of editorial_object_id on delivery_request
  for each row when (old.editorial_object_id is not null and new.editorial_object_id is null)
  execute function note_lost_place();

create table delivery_submission (
  id bigint primary key default nextval('rushes_id'),
  version bigint not null default 1,
  created bigint not null,
  created_by text not null,
  creator_id bigint,
  modified_by text not null,
  last_updated bigint not null,
  production_id bigint not null references production (id) on delete cascade,
  delivery_request_id bigint not null references delivery_request (id) on delete cascade,
  submission_version int not null,
  submission_status text not null check (submission_status in ('Open', 'Draft', 'AwaitingProbe',
    'AwaitingAutoValidation', 'AwaitingDelivery', 'AwaitingReview', 'Accepted', 'Rejected', 'DraftFailed',
    'DeliveryFailed')),
  active_status text not null default 'Active' check (active_status in ('Active', 'Archived')),
  pre_delivery_status text,
  -- In their order; one that is gone is a transfer that failed.
  annotation_ids bigint[] not null,
  form_field_values jsonb not null,
  -- Comments, decisions and reports, under the names of the interface.
  details jsonb not null,
  unique (delivery_request_id, submission_version)
);
create index delivery_submission_production on delivery_submission (production_id, id);
-- Those that continue by themselves.
create index delivery_submission_moving on delivery_submission (id)
  where submission_status in ('AwaitingProbe', 'AwaitingAutoValidation', 'AwaitingDelivery')
    or (submission_status in ('Draft', 'DraftFailed') and pre_delivery_status in ('TransferStarted', 'TransferCompleted'));

-- The keys that sign the notices of an account's bootstraps, sealed with the service's key; the former one signs beside
-- it until it ends.
create table delivery_notice_secret (
  account_id bigint primary key references account (id) on delete cascade,
  secret bytea not null,
  former_secret bytea,
  former_secret_ends bigint
);
