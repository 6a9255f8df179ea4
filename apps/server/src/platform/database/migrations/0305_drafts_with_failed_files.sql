-- Drafts with a file that could not be read are followed too: the work on it is done again, or the file is replaced.
create index delivery_submission_followed on delivery_submission (id)
  where submission_status in ('AwaitingProbe', 'AwaitingAutoValidation', 'AwaitingDelivery')
    or (submission_status in ('Draft', 'DraftFailed')
      and pre_delivery_status in ('TransferStarted', 'TransferCompleted', 'ProbeFailed'));
drop index delivery_submission_moving;
