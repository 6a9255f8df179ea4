-- Of an upload that is to be watched while it grows: the number of bytes from the beginning at which it is looked at next.
alter table upload_session add column preview_due_bytes bigint;
