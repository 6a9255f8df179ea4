-- Which key the sealed values of this database open with: a service does not start with another one.
alter table service_identity add column key_fingerprint text;
