-- Whether chunks may go beyond the size that was announced, which then grows with them.
alter table upload_session add column is_growing boolean not null default false;
