-- Where a growing upload ended when a close asked for bytes once more that were there: the next close does not end before.
alter table upload_session add column least_size bigint;
