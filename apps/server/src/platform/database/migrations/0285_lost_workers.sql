-- Workers that were lost while they had the task: counted apart from attempts that failed.
alter table workflow_task add column losses integer not null default 0;
