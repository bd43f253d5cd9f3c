#pragma once

class vtkCommunicator;
class vtkPVSession;

/// On a server: asks the client that waits for it whether the user wants to abort. No, if there is none or
/// several. If the connection breaks: yes, since nobody waits for the result.
bool clientAborts(vtkPVSession& session);

/// On a client: answers such questions from now on, by holdsEscape() and then a call of `aborted`.
void answerServer(vtkCommunicator& server, void (*aborted)());
