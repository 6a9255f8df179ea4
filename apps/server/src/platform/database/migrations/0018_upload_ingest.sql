-- What was asked of the ingest that follows an upload; what is absent is left to the production's settings.
alter table upload_session add column ingest_options jsonb not null default '{}';
