-- Every id of the service comes from this one sequence. Clients read ids as JSON numbers, so it ends at 2^53 - 1.
create sequence rushes_id as bigint start with 1 minvalue 1 maxvalue 9007199254740991 no cycle;
