-- Closes of uploads that are under way: what was asked of them, and which process does it. One whose process died is gone
-- on with by the next process that looks.
create table upload_close (
  upload_id bigint primary key references upload_session (id) on delete cascade,
  skip_ingest boolean not null,
  skip_verification boolean not null,
  lease_holder text not null,
  leased_until bigint not null
);
